import type { Texts } from '../texts.ts';

export const palette: Texts['palette'] = {
  title: 'Command palette',
  button: 'Commands',
  field: 'Type an action, task, document or screen',
  options: 'Results',
  count: (count) => (count === 1 ? '1 result' : `${count} results`),
  kinds: {
    recent: 'Recently used',
    action: 'Actions',
    task: 'Tasks',
    flow: 'Applications',
    document: 'Documents',
    conversation: 'Conversations',
    person: 'People',
    screen: 'Screens',
  },
  screen: 'Screen',
  searchAll: (text) => `Search everything for “${text}”`,
  actions: {
    approve: 'Approve this task',
    reject: 'Reject this task',
    remark: 'Write a remark',
    document: 'Open the file of the task',
    undo: 'Undo the last decision',
    search: 'Search this list',
    help: 'Show keyboard shortcuts',
  },
};
