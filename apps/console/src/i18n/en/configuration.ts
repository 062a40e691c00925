import type { Texts } from '../texts.ts';

export const configuration: Texts['configuration'] = {
  lead: 'The settings that apps receive, and mail, text messages and master key of this service.',
  apps: 'Apps',
  isDefault: 'Default',
  isChanged: 'Changed',
  value: 'Value',
  valueHint: 'Apps use it from their next start.',
  restore: 'Restore the default',
};
