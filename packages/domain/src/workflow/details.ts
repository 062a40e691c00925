import type { ApplicationType } from './application-types.ts';

/**
 * The type-specific part of an application, such as recipients of a mail or the target classification. The keys of each
 * type: {@link detailKeys}.
 */
export interface FlowDetails {
  /** Recipients of the mail. */
  readonly to?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  /** The requested mailbox. */
  readonly email?: string | undefined;
  readonly classificationID?: string | undefined;
  /** Members who will be able to open the files. */
  readonly fids?: readonly string[] | undefined;
  /** Milliseconds since 1970; null: unlimited. */
  readonly until?: number | null | undefined;
  readonly watermark?: boolean | undefined;
  readonly noDownload?: boolean | undefined;
  readonly noCapture?: boolean | undefined;
}

const mail = ['to', 'subject', 'body'] as const;

/** The detail keys of each type. All others are rejected. */
export const detailKeys: { readonly [Type in ApplicationType]: readonly (keyof FlowDetails)[] } = {
  file_decryption: [],
  trusted_mail_send: mail,
  trusted_mailbox_application: ['email'],
  file_to_classification: ['classificationID'],
  file_to_transparent: [],
  file_authorization: ['fids', 'until'],
  file_out: [],
  gateway_trusted_mail_send: mail,
  mail_out: mail,
  file_watermark_removal: [],
  file_marking: ['watermark', 'noDownload', 'noCapture'],
};

/** Limits of the discussion of an application: counts, and lengths in UTF-16 units. */
export const flowCommentLimits = {
  characters: 2000,
  mentions: 20,
  files: 5,
  perFlow: 1000,
  perMinute: 10,
} as const;

/** Limits of an application: counts, and lengths in UTF-16 units. */
export const applicationLimits = {
  title: 200,
  description: 4000,
  files: 50,
  recipients: 20,
  people: 50,
  address: 254,
  subject: 200,
  body: 10_000,
} as const;
