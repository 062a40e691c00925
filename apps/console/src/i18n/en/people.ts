import type { Texts } from '../texts.ts';

export const people: Texts['people'] = {
  lead: 'Members of the organisation, invitations and account states.',
  search: 'Name or ID',
  name: 'Name',
  state: 'State',
  states: { active: 'Active', invited: 'Invited', suspended: 'Suspended', ended: 'Ended' },
  department: 'Department',
  roles: 'Roles',
  separator: ', ',
  mobileNo: 'Phone number',
  email: 'Email address',
  emptyTitle: 'No members yet',
  emptyHint: 'Invite people, or import them from a table.',
};
