import type { Texts } from '../texts.ts';

export const configuration: Texts['configuration'] = {
  lead: 'The settings that apps receive from this service, and the agreements that people accept.',
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
