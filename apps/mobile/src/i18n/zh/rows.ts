/** Texts of the menus of rows. */
export const rows = {
  menu: '操作',
  open: '打开',
  select: '选择',
  markRead: '标为已读',
};
