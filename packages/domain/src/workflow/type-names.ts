import type { ApplicationType } from './application-types.ts';

/** English names of the application types. Tenants choose names in their own language. */
export const englishTypeNames: Readonly<Record<ApplicationType, string>> = {
  file_decryption: 'File decryption',
  trusted_mail_send: 'Trusted mail',
  trusted_mailbox_application: 'Trusted mailbox',
  file_to_classification: 'Reclassification',
  file_to_transparent: 'Conversion to plain files',
  file_authorization: 'File authorisation',
  file_out: 'File release',
  gateway_trusted_mail_send: 'Gateway trusted mail',
  mail_out: 'Outgoing mail',
  file_watermark_removal: 'Watermark removal',
  file_marking: 'File marking',
};
