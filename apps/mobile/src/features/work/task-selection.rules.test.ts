import type { Task } from '@sealflow/contract';
import { expect, test } from 'vitest';
import { selectionMost, standingOf, toggledTask, withTasks } from './task-selection.rules.ts';

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
const ids = (selection: ReturnType<typeof withTasks>) => [...(selection?.tasks.keys() ?? [])];

test('the first task chooses the type, others of another type or already decided are left out', () => {
  const selection = withTasks(null, [
    task('a'),
    task('b', 'mail_out'),
    task('c'),
    task('d', 'file_out', 'processed'),
  ]);
  expect(selection?.type).toBe('file_out');
  expect(ids(selection)).toEqual(['a', 'c']);
  expect(standingOf(selection, task('a'))).toBe('on');
  expect(standingOf(selection, task('e'))).toBe('off');
  expect(standingOf(selection, task('b', 'mail_out'))).toBe('unfit');
  expect(standingOf(null, task('a'))).toBeNull();
});

test('a press takes a chosen task out again, and without any the type is open again', () => {
  const one = toggledTask(null, task('a'));
  expect(ids(toggledTask(one, task('a')))).toEqual([]);
  expect(toggledTask(one, task('a'))?.type).toBeNull();
  expect(ids(toggledTask(one, task('b', 'mail_out')))).toEqual(['a']);
});

test('takes no more than the service decides at once', () => {
  const many = Array.from({ length: 150 }, (_, index) => task(`t${index}`));
  expect(withTasks(null, many)?.tasks.size).toBe(selectionMost);
});

test('nothing to choose chooses nothing', () => {
  expect(ids(withTasks(null, [task('a', 'file_out', 'canceled')]))).toEqual([]);
});
