/** Texts of the context menus of rows. */
export const rows = {
  open: '打开',
  select: '选择',
  markRead: '标为已读',
};
