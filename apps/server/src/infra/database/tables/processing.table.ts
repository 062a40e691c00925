import type { Generated } from 'kysely';

/** Sealed files that processing created for the applicant; `position` is that of the requested file. */
interface FlowResultsTable {
  flow_id: string;
  position: number;
  document_id: string;
  name: string;
  size: number;
  sha256: string;
  object_key: string;
  created_at: Date;
}

/** The mail of an application; each has at most one. */
interface FlowMailsTable {
  flow_id: string;
  tid: string;
  message_id: string;
  state: 'sending' | 'sent' | 'failed' | 'canceled';
  reason: string | null;
  /** Recipients for whom no server has accepted the mail yet. */
  pending: string[];
  begun_at: Date;
  ended_at: Date | null;
}

/** Addresses to which trusted mails may be sent. */
interface TrustedMailboxesTable {
  tid: string;
  /** In lower case. */
  email: string;
  /** The person who may use it; empty: all members of the tenant. */
  fid: string;
  /** The application that approved it. */
  flow_id: string | null;
  created_at: Date;
}

/** PDFs that the service makes of files, for devices that cannot draw exact pages. */
interface RenditionsTable {
  /** The original. */
  uri: string;
  tid: string;
  state: 'preparing' | 'ready' | 'failed';
  reason: string | null;
  /** The file with the pages; a trigger deletes it with this row. */
  rendition_uri: string | null;
  changed_at: Date;
}

/** Requested download packages. Each is stored encrypted by its own key. */
interface PreparedDownloadsTable {
  download_id: string;
  tid: string;
  flow_id: string;
  aid: string;
  fid: string;
  content: 'sealed' | 'plain' | 'out';
  /** Whether the package is the result of the application, so that its receipt completes the application. */
  delivers: boolean;
  state: 'preparing' | 'ready' | 'failed' | 'received' | 'expired';
  reason: string | null;
  bytes_done: Generated<number>;
  bytes_total: number;
  name: string | null;
  mime_type: string | null;
  size: number | null;
  sha256: string | null;
  object_key: string | null;
  object_size: number | null;
  /** PKCS#8, wrapped by the master key with the download id as context. */
  wrapped_key: Buffer | null;
  wrapped_passphrase: Buffer | null;
  created_at: Date;
  expire_at: Date;
  first_fetched_at: Date | null;
}

export interface ProcessingTables {
  flow_results: FlowResultsTable;
  flow_mails: FlowMailsTable;
  trusted_mailboxes: TrustedMailboxesTable;
  prepared_downloads: PreparedDownloadsTable;
  renditions: RenditionsTable;
}
