/** The fields of a person in an imported file. */
export const importFields = [
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
export type ImportField = (typeof importFields)[number];

/**
 * Usual headings of the columns, in lower case and without blanks and punctuation. The command line and the console recognise
 * them in both languages.
 */
const headings: Readonly<Record<ImportField, readonly string[]>> = {
  name: ['name', 'fullname', 'displayname', '姓名', '名字', '员工姓名', '成员姓名', '中文名'],
  department: [
    'department',
    'departmentpath',
    'dept',
    'org',
    'orgunit',
    'organisation',
    'organization',
    '部门',
    '部门名称',
    '部门路径',
    '所属部门',
    '组织',
  ],
  roles: ['roles', 'role', '角色', '角色名称'],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobileno',
    'mobilenumber',
    'mobilephone',
    '手机',
    '手机号',
    '手机号码',
    '电话',
    '联系电话',
  ],
  email: ['email', 'emailaddress', 'mail', '邮箱', '邮箱地址', '电子邮箱', '邮件', '电子邮件'],
  username: ['username', 'login', 'loginname', 'account', '用户名', '账号', '帐号', '登录名'],
  staffID: [
    'staffid',
    'staffno',
    'staffnumber',
    'employeeid',
    'employeeno',
    'employeenumber',
    '工号',
    '员工编号',
    '员工号',
    '职工号',
  ],
  fid: ['fid', 'memberid', '成员编号', '成员id', '编号'],
  clearance: ['clearance', 'clearancelevel', '密级', '涉密等级', '密级许可'],
};

/**
 * The field that a column heading of an imported file means.
 * @returns undefined for a heading that is not known.
 */
export function importFieldOf(heading: string): ImportField | undefined {
  const compact = heading.toLowerCase().replaceAll(/[\s\p{P}\p{S}]/gu, '');
  return importFields.find((field) => headings[field].includes(compact));
}

/** Splits a cell with several roles at commas, semicolons, `、` and `|`. */
export function splitRoles(cell: string): string[] {
  return cell
    .split(/[,，;；、|]/u)
    .map((role) => role.trim())
    .filter((role) => role !== '');
}
