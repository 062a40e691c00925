/** How the applicant receives the result after the files are processed. */
export type Delivery = 'download' | 'email' | 'none';

export interface ApplicationTypeFacts {
  /** The default id of the flow type. -1 is the app's entry for all types. */
  readonly id: number;
  readonly delivery: Delivery;
  /** Whether an approval releases plaintext copies of protected files (service.md, prepared downloads). */
  readonly releasesPlaintext: boolean;
  readonly needsFiles: boolean;
  /**
   * Whether the approval alone has no effect and somebody must carry out what was approved. A mail is sent in any case.
   */
  readonly needsProcessing: boolean;
}

/** The eleven application types of section 3, by their stable names. */
export const applicationTypes = {
  file_decryption: {
    id: 1,
    delivery: 'download',
    releasesPlaintext: true,
    needsFiles: true,
    needsProcessing: true,
  },
  trusted_mail_send: {
    id: 2,
    delivery: 'email',
    releasesPlaintext: false,
    needsFiles: true,
    needsProcessing: false,
  },
  trusted_mailbox_application: {
    id: 3,
    delivery: 'none',
    releasesPlaintext: false,
    needsFiles: false,
    needsProcessing: true,
  },
  file_to_classification: {
    id: 4,
    delivery: 'download',
    releasesPlaintext: false,
    needsFiles: true,
    needsProcessing: true,
  },
  file_to_transparent: {
    id: 5,
    delivery: 'download',
    releasesPlaintext: true,
    needsFiles: true,
    needsProcessing: true,
  },
  file_authorization: {
    id: 6,
    delivery: 'none',
    releasesPlaintext: false,
    needsFiles: true,
    needsProcessing: true,
  },
  file_out: { id: 7, delivery: 'download', releasesPlaintext: true, needsFiles: true, needsProcessing: true },
  gateway_trusted_mail_send: {
    id: 8,
    delivery: 'email',
    releasesPlaintext: false,
    needsFiles: true,
    needsProcessing: false,
  },
  mail_out: { id: 9, delivery: 'email', releasesPlaintext: false, needsFiles: true, needsProcessing: false },
  file_watermark_removal: {
    id: 10,
    delivery: 'none',
    releasesPlaintext: false,
    needsFiles: true,
    needsProcessing: true,
  },
  file_marking: {
    id: 11,
    delivery: 'none',
    releasesPlaintext: false,
    needsFiles: true,
    needsProcessing: true,
  },
} as const satisfies Record<string, ApplicationTypeFacts>;

export type ApplicationType = keyof typeof applicationTypes;

export const applicationTypeNames = Object.keys(applicationTypes) as readonly ApplicationType[];

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

/** Chinese names of the application types, which they have until a tenant renames them. */
export const chineseTypeNames: Readonly<Record<ApplicationType, string>> = {
  file_decryption: '文件解密',
  trusted_mail_send: '可信邮件发送',
  trusted_mailbox_application: '可信邮箱申请',
  file_to_classification: '文件转密级',
  file_to_transparent: '文件转透明',
  file_authorization: '文件授权',
  file_out: '文件外发',
  gateway_trusted_mail_send: '网关可信邮件发送',
  mail_out: '邮件外发',
  file_watermark_removal: '去除水印',
  file_marking: '文件标记',
};

type FlowTypeEntry = { readonly id: number; readonly name: string; readonly type: ApplicationType };
type AllTypesEntry = { readonly id: typeof allFlowTypesID; readonly name: string; readonly type: null };

/** The id of the entry for all types (section 3). */
const allFlowTypesID = -1;

/**
 * The flow types of a filter: the entry for all types, then those that the tenant offers (section 3).
 * @param types - as returned by the service.
 * @param allName - the label of the first entry.
 */
export function withAllTypes<T extends FlowTypeEntry>(
  types: readonly T[],
  allName: string,
): readonly [AllTypesEntry, ...T[]] {
  return [{ id: allFlowTypesID, name: allName, type: null }, ...types];
}

export function isApplicationType(name: string): name is ApplicationType {
  return Object.hasOwn(applicationTypes, name);
}
