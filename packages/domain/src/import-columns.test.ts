import { expect, test } from 'vitest';
import { importFieldOf, importFields, splitRoles } from './import-columns.ts';

test.each([
  ['姓名', 'name'],
  [' 手机号码 ', 'phone'],
  ['E-Mail', 'email'],
  ['Staff ID', 'staffID'],
  ['employee_number', 'staffID'],
  ['部门*', 'department'],
  ['备注', undefined],
])('the heading %s means %s', (heading, field) => {
  expect(importFieldOf(heading)).toBe(field);
});

test('the name of each field is a heading of it', () => {
  expect(importFields.map(importFieldOf)).toEqual([...importFields]);
});

test('roles are separated by commas, semicolons and their Chinese forms', () => {
  expect(splitRoles('users, 人事、审计；hr|')).toEqual(['users', '人事', '审计', 'hr']);
  expect(splitRoles('')).toEqual([]);
});
