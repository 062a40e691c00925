import type { Texts } from '../texts.ts';

export const devices: Texts['devices'] = {
  lead: 'See the devices of a member, and withdraw a lost one.',
  person: 'Member',
  personHint: 'Type a name or an ID',
  chooseTitle: 'Choose a member',
  chooseHint: 'Devices belong to the account of a member. Find the member first.',
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
