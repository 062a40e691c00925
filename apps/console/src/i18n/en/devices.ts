import type { Texts } from '../texts.ts';

export const devices: Texts['devices'] = {
  lead: 'The devices of all members. Withdraw those that are lost or no longer used.',
  one: 'Device',
  person: 'Member',
  personID: 'Member ID',
  search: 'Search members or devices',
  deviceID: 'Device ID',
  state: 'State',
  states: { active: 'In use', withdrawn: 'Withdrawn' },
  uses: {
    in7: 'In the last 7 days',
    in30: 'In the last 30 days',
    not30: 'Not for 30 days',
    not90: 'Not for 90 days',
  },
  withdrawnAt: 'Withdrawn',
  withdrawMany: (count) => `Withdraw ${count} devices`,
  withdrawManyExplain:
    'Their sessions and notifications end, and their licences for documents become invalid. A device can sign in and register again.',
  goneTitle: 'There is no such device',
  goneHint: 'Its member left, or the organisation no longer manages the account.',
  emptyTitle: 'No registered devices',
  emptyHint:
    'Devices appear here when members sign in to the app with accounts that the organisation manages.',
  none: 'No registered devices',
  name: 'Name',
  platform: 'Platform',
  platforms: { web: 'Web', android: 'Android', ios: 'iOS', other: 'Other' },
  createdAt: 'Registered',
  lastSeen: 'Last used',
  push: 'Notifications',
  noPush: 'Off',
  waiting: (count) => `${count} waiting`,
  withdraw: 'Withdraw device',
  withdrawExplain: (name) =>
    `Sessions and notifications of “${name}” end, and its licences for documents become invalid.`,
  withdrawn: 'The device was withdrawn',
};
