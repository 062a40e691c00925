import type { Body } from '@sealflow/contract';

export type ImportedRow = Body<'POST /api/v1/tenants/{tid}/admin/imports/{importID}/rows'>['rows'][number];

export const fields = [
  'name',
  'department',
  'roles',
  'phone',
  'email',
  'username',
  'staffID',
  'fid',
  'clearance',
] as const;
export type Field = (typeof fields)[number];

/** The field of each column; null for a column that is not imported. */
export type Mapping = readonly (Field | null)[];

/** Headings by which a column is recognised, in lower case without spaces and punctuation. */
const headings: Record<Field, readonly string[]> = {
  name: ['姓名', '名字', '员工姓名', '成员姓名', 'name', 'fullname', 'displayname'],
  department: [
    '部门',
    '所属部门',
    '部门名称',
    '组织',
    'department',
    'dept',
    'orgunit',
    'organisation',
    'organization',
  ],
  roles: ['角色', '角色名称', 'role', 'roles'],
  phone: [
    '手机',
    '手机号',
    '手机号码',
    '电话',
    '联系电话',
    'phone',
    'mobile',
    'phonenumber',
    'mobilephone',
    'mobilenumber',
  ],
  email: ['邮箱', '电子邮箱', '邮件', '电子邮件', '邮箱地址', 'email', 'mail', 'emailaddress'],
  username: ['用户名', '账号', '帐号', '登录名', 'username', 'account', 'login', 'loginname'],
  staffID: ['工号', '员工编号', '员工号', '职工号', 'staffid', 'employeeid', 'employeenumber', 'staffnumber'],
  fid: ['成员编号', '成员id', '编号', 'memberid', 'fid'],
  clearance: ['密级', '涉密等级', '密级许可', 'clearance', 'clearancelevel'],
};

const normalize = (text: string) => text.toLowerCase().replaceAll(/[\s\p{P}\p{S}]/gu, '');

/** Guesses the field of each column by its heading. A field is guessed once. */
export function guessMapping(columns: readonly string[]): Mapping {
  const taken = new Set<Field>();
  return columns.map((column) => {
    const text = normalize(column);
    const field = fields.find((one) => !taken.has(one) && headings[one].includes(text)) ?? null;
    if (field !== null) taken.add(field);
    return field;
  });
}

export type MappingFault = 'nameMissing' | 'fieldTwice';

export function faultOfMapping(mapping: Mapping): MappingFault | null {
  const chosen = mapping.filter((field) => field !== null);
  if (new Set(chosen).size < chosen.length) return 'fieldTwice';
  return chosen.includes('name') ? null : 'nameMissing';
}

/** The number that a spreadsheet shows for the first row below the headings. */
const firstRow = 2;
const maxCell = 300;
const maxRoles = 50;

/** The rows as the service takes them, without empty ones. Numbers are those of the file. */
export function rowsOf(rows: readonly (readonly string[])[], mapping: Mapping): readonly ImportedRow[] {
  return rows.flatMap((cells, index) => {
    const values: Partial<Record<Field, string>> = {};
    for (const [column, field] of mapping.entries()) {
      const text = cells[column]?.trim() ?? '';
      if (field !== null && text !== '') values[field] = text.slice(0, maxCell);
    }
    if (Object.keys(values).length === 0) return [];
    const { roles, ...others } = values;
    const names = roles?.split(/[,，、;；|]/u).map((name) => name.trim()) ?? [];
    const held = names.filter((name) => name !== '').slice(0, maxRoles);
    return [{ row: index + firstRow, ...others, ...(held.length > 0 ? { roles: held } : {}) }];
  });
}
