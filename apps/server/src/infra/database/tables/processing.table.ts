import type { Generated } from 'kysely';

/** The sealed files that processing made for the applicant, in the places of those applied for. */
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

/** The one mail of an application. */
interface FlowMailsTable {
  flow_id: string;
  tid: string;
  message_id: string;
  state: 'sending' | 'sent' | 'failed';
  reason: string | null;
  /** Recipients whom no server has taken it for yet. */
  pending: string[];
  begun_at: Date;
  ended_at: Date | null;
}

/** Addresses that trusted mails may go to. */
interface TrustedMailboxesTable {
  tid: string;
  /** In lower case. */
  email: string;
  /** Whose it is; empty for everyone's of the tenant. */
  fid: string;
  /** The application that it was approved by. */
  flow_id: string | null;
  created_at: Date;
}

/** Packages that were asked for. Their bytes lie sealed under a key of their own. */
interface PreparedDownloadsTable {
  download_id: string;
  tid: string;
  flow_id: string;
  aid: string;
  fid: string;
  content: 'sealed' | 'plain' | 'out';
  /** Whether it is the result of the application, which its receipt ends. */
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
  /** PKCS#8 wrapped by the master key, the download's id authenticated. */
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
}
