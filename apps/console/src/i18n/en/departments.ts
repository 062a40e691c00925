import type { Texts } from '../texts.ts';
import { counted } from './counted.util.ts';

export const departments: Texts['departments'] = {
  lead: 'Departments and their people. “/” divides the levels of a name, such as “Head office/Development”. Drag a department, or move it by its menu.',
  add: 'New department',
  addBelow: 'New department below',
  rename: 'Rename',
  move: 'Move',
  remove: 'Delete department',
  showPeople: 'Show people',
  acts: (name) => `${name}: more`,
  drag: (name) => `Drag ${name}`,
  members: (count) => counted(count, 'person', 'people'),
  withBelow: (own, all) => `${counted(own, 'person', 'people')}, ${all} with the departments below`,
  grouping: 'a group, not a department',
  name: 'Name',
  parent: 'Above it',
  top: 'Top level',
  nameFault: 'It can’t contain “/”',
  pathTooLong: (max) => `The complete path has at most ${max} characters`,
  taken: 'A department with this name exists here',
  inside: 'A department cannot be moved below itself',
  renamed: 'Renamed',
  moved: (name, target) => `“${name}” was moved to “${target}”`,
  moveExplain: (count) =>
    count > 1 ? `Departments below it move too: ${count} departments.` : 'Its people stay in the department.',
  removeExplain: 'The department has no people and none below it, and can be deleted.',
  emptyTitle: 'No departments yet',
  emptyHint: 'Create departments, then assign people to them.',
};
