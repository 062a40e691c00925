import { describe, expect, it } from 'vitest';
import { faultOfMapping, guessMapping, rowsOf } from './import-rows.rules.ts';

describe('columns of an imported table', () => {
  it('are recognised by Chinese and English headings, each field once', () => {
    expect(guessMapping(['姓名', '所属部门', '手机 号码', 'E-mail', 'Employee ID', '备注', 'Name'])).toEqual([
      'name',
      'department',
      'phone',
      'email',
      'staffID',
      null,
      null,
    ]);
  });

  it('need a column of names, and no field twice', () => {
    expect(faultOfMapping(['phone', null])).toBe('nameMissing');
    expect(faultOfMapping(['name', 'phone', 'phone'])).toBe('fieldTwice');
    expect(faultOfMapping(['name', null, null])).toBeNull();
  });
});

describe('rows of an imported table', () => {
  it('keep the numbers of the file, without empty rows and ignored columns', () => {
    const rows = [
      ['周敏', '普通用户、 审批人', 'x'],
      ['', ' ', 'x'],
      ['李雷', '', 'x'],
    ];
    expect(rowsOf(rows, ['name', 'roles', null])).toEqual([
      { row: 2, name: '周敏', roles: ['普通用户', '审批人'] },
      { row: 4, name: '李雷' },
    ]);
  });
});
