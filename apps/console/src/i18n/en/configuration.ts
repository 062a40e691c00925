import type { Texts } from '../texts.ts';

export const configuration: Texts['configuration'] = {
  lead: 'The settings that apps receive, the agreements that people accept, and mail, text messages and master key of this service.',
  apps: 'Apps and agreements',
  parameters: 'Settings of apps',
  isDefault: 'Default',
  isChanged: 'Changed',
  value: 'Value',
  valueHint: 'Apps use it from their next start.',
  restore: 'Restore the default',
  agreements: 'Agreements',
  version: (version) => `Version ${version}`,
  eula: 'Service agreement',
  privacyPolicy: 'Privacy policy',
};
