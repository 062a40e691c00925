export type Person = { readonly name: string; readonly address: string };

export type MailPart = {
  readonly name: string;
  /** Null where the mail has it and it cannot be read. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly size: number;
  /** What the text names it by where it stands in the text, without the brackets; null for what is only attached. */
  readonly contentId: string | null;
  readonly mimeType: string;
};

/** A mail, whatever wrote it. */
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
