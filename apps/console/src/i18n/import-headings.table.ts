/**
 * Headings by which a column is recognised, in lower case without spaces and punctuation.
 * Files in either language are imported in either language of the console.
 */
export const importHeadings = {
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
} as const satisfies Readonly<Record<string, readonly string[]>>;
