import type { Texts } from '../texts.ts';

export const mine: Texts['mine'] = {
  title: 'Mine',
  tenant: 'Organisation',
  switchTenant: 'Switch organisation',
  switchedTo: (name) => `Switched to ${name}`,
  noTenant: 'Not in an organisation',
  phone: 'Phone',
  email: 'E-mail',
  notSet: 'Not set',
  language: 'Language',
  languages: { auto: 'System default', zh: '简体中文', en: 'English' },
  theme: 'Appearance',
  themes: { auto: 'System default', light: 'Light', dark: 'Dark' },
  about: 'About Sealflow',
  signOut: 'Sign out',
  signOutTitle: 'Sign out?',
  signOutText:
    'File records, downloaded files and licences on this device are removed. The device keeps its identity.',
  version: 'Version',
  account: 'Account',
  settings: 'Settings',
  copyright: 'Open-source software under the Apache-2.0 licence',
};
