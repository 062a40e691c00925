/** Texts of the menus of rows. */
export const rows = {
  menu: 'Actions',
  open: 'Open',
  select: 'Select',
  markRead: 'Mark as read',
};
