export type Person = { readonly name: string; readonly address: string };

export type MailPart = {
  readonly name: string;
  /** Null where the mail contains the part but it cannot be read. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly size: number;
  /**
   * The Content-ID by which the HTML body refers to the part, without brackets; null for plain attachments.
   */
  readonly contentId: string | null;
  readonly mimeType: string;
};

/** A parsed mail, independent of its format. */
export type Mail = {
  readonly subject: string;
  readonly from: readonly Person[];
  readonly to: readonly Person[];
  readonly cc: readonly Person[];
  readonly bcc: readonly Person[];
  readonly date: Date | null;
  readonly html: string | null;
  readonly text: string;
  readonly parts: readonly MailPart[];
};
