import type { Task } from '@sealflow/contract';
import { expect, test } from 'vitest';
import { addTasks, maxSelectedTasks, selectionStateOf, toggleTask } from './task-selection.rules.ts';

const task = (
  id: string,
  type: Task['flow']['type'] = 'file_out',
  state: Task['state'] = 'awaiting',
): Task => ({
  id,
  note: null,
  processTime: null,
  state,
  nodeType: 'approve',
  outcome: null,
  createAt: 1,
  deadline: null,
  flow: {
    id: `f-${id}`,
    typeID: 1,
    type,
    typeName: type,
    title: id,
    description: '',
    state: 'approving',
    applicant: { fid: 'u1', name: 'u1' },
    createAt: 1,
    updateAt: 1,
    deadline: null,
  },
});
const ids = (selection: ReturnType<typeof addTasks>) => [...(selection?.tasks.keys() ?? [])];

test('the first task sets the type, and tasks of another type or with a decision are excluded', () => {
  const selection = addTasks(null, [
    task('a'),
    task('b', 'mail_out'),
    task('c'),
    task('d', 'file_out', 'processed'),
  ]);
  expect(selection?.type).toBe('file_out');
  expect(ids(selection)).toEqual(['a', 'c']);
  expect(selectionStateOf(selection, task('a'))).toBe('on');
  expect(selectionStateOf(selection, task('e'))).toBe('off');
  expect(selectionStateOf(selection, task('b', 'mail_out'))).toBe('unfit');
  expect(selectionStateOf(null, task('a'))).toBeNull();
});

test('a press deselects a selected task, and an empty selection accepts any type again', () => {
  const one = toggleTask(null, task('a'));
  expect(ids(toggleTask(one, task('a')))).toEqual([]);
  expect(toggleTask(one, task('a'))?.type).toBeNull();
  expect(ids(toggleTask(one, task('b', 'mail_out')))).toEqual(['a']);
});

test('a selection is limited to the number of tasks that the service decides at once', () => {
  const many = Array.from({ length: 150 }, (_, index) => task(`t${index}`));
  expect(addTasks(null, many)?.tasks.size).toBe(maxSelectedTasks);
});

test('a selection of ineligible tasks is empty', () => {
  expect(ids(addTasks(null, [task('a', 'file_out', 'canceled')]))).toEqual([]);
});
