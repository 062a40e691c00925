import { expect, test } from 'vitest';
import { findDepartmentHead, needsDepartmentHead, withDepartmentHead } from './department-head.ts';
import type { Process, Stage } from './model.ts';

const processOf = (...stages: Stage[]): Process => ({
  stages,
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: false,
  taskTimeLimit: null,
});
const headAnd = (...approvers: string[]): Stage => ({ rule: 'all_of', approvers, departmentHead: true });

test.each([
  ['that of the own department', ['ann', 'bob'], 'ann'],
  ['the next one above when the head is the applicant', ['lin', 'bob'], 'bob'],
  ['the next one above when the head can get no task', ['gone', 'lin', 'bob'], 'bob'],
  ['nobody', ['gone', 'lin'], null],
  ['nobody without heads', [], null],
])('the head who decides is %s', (_, heads, expected) => {
  const isActive = (fid: string) => fid !== 'gone';
  expect(findDepartmentHead(heads, { applicantID: 'lin', isActive })).toBe(expected);
});

test('the head decides beside the other approvers of the stage, once', () => {
  const process = processOf(headAnd(), headAnd('cat', 'ann'), { rule: 'any_of', approvers: ['dan'] });
  expect(withDepartmentHead(process, 'ann').stages).toEqual([
    { rule: 'all_of', approvers: ['ann'] },
    { rule: 'all_of', approvers: ['ann', 'cat'] },
    { rule: 'any_of', approvers: ['dan'] },
  ]);
});

test('without a head the other approvers decide, and a stage that asks only the head needs one', () => {
  expect(withDepartmentHead(processOf(headAnd('cat')), null).stages).toEqual([
    { rule: 'all_of', approvers: ['cat'] },
  ]);
  expect(needsDepartmentHead(processOf(headAnd('cat')))).toBe(false);
  expect(needsDepartmentHead(processOf(headAnd('cat'), headAnd()))).toBe(true);
});
