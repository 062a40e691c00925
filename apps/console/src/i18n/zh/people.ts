/** Texts of the area of people. */
export const people = {
  lead: '组织的成员、邀请和账号状态。',
  search: '姓名或编号',
  name: '姓名',
  state: '状态',
  states: { active: '在职', invited: '已邀请', suspended: '已停用', ended: '已离开' },
  department: '部门',
  roles: '角色',
  separator: '、',
  mobileNo: '手机号',
  email: '邮箱',
  emptyTitle: '还没有成员',
  emptyHint: '邀请成员，或从表格导入。',
};
