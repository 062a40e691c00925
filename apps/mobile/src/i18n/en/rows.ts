/** Texts of the context menus of rows. */
export const rows = {
  open: 'Open',
  select: 'Select',
  markRead: 'Mark as read',
};
