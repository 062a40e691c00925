import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './accounts.table.ts';

interface ConfigParamsTable {
  name: string;
  value: string;
  updated_at: Date;
}

/** A single row. Backups include it: a restored database is the same deployment. */
interface DeploymentTable {
  id: Generated<string>;
}

/** Processes of the service. A row is deleted when its process stops, or a day after its last heartbeat. */
interface NodesTable {
  /** Host name and port. */
  node: string;
  version: string;
  /** The version of Node.js. */
  runtime_version: string;
  started_at: Date;
  heartbeat_at: Date;
  /** Set by an operator: the node reports that it is not ready. */
  drain_requested_at: Date | null;
  housekeeping_at: Date | null;
  housekeeping_outcome: 'done' | 'failed' | 'skipped' | null;
  /** The last migration that the release of the node knows; null for releases that do not write it. */
  migration: string | null;
}

/** Jobs of queues that are handled in batches. If a batch fails, its jobs are moved to pg-boss. */
interface BatchedJobsTable {
  job_id: GeneratedAlways<number>;
  queue: string;
  data: Json<object>;
  created_at: Generated<Date>;
}

/** Metrics of a node over a minute, or over an hour once they are a day old. */
interface NodeSamplesTable {
  node: string;
  /** The start of the span. */
  at: Date;
  span_s: number;
  requests: number;
  errors: number;
  p95_ms: number;
  memory_bytes: number;
  loop_lag_ms: number;
  /** Of the whole service. */
  queue_depth: number;
  connections: number;
}

/** Results of the command `backup`. */
interface BackupsTable {
  backup_id: Generated<string>;
  started_at: Date;
  finished_at: Date;
  outcome: 'done' | 'failed';
  bytes: number | null;
  /** Whether it contains the stored files. */
  has_files: boolean;
  /** Whether the file was read back and its checksums were compared. */
  is_verified: boolean;
  /** The code of the failure. */
  reason: string | null;
}

/** An agreement in both languages. */
interface AgreementTexts {
  agreement: 'eula' | 'privacy-policy';
  version: string;
  zh_title: string;
  zh_text: string;
  en_title: string;
  en_text: string;
}

/** Versions of the agreements that operators published. The newest is in force. */
interface AgreementVersionsTable extends AgreementTexts {
  published_at: Date;
  published_by: string;
  /** Whether accounts that agreed to an earlier version are asked for this one. */
  asks_again: Generated<boolean>;
}

/** At most one draft of each agreement. Its version and its texts may be empty. */
interface AgreementDraftsTable extends AgreementTexts {
  asks_again: boolean;
  saved_at: Date;
  saved_by: string;
}

/** Who agreed to which published version in the app. */
interface AgreementConsentsTable {
  agreement: AgreementTexts['agreement'];
  version: string;
  aid: string;
  agreed_at: Date;
}

export type FailedChannel = 'mail' | 'sms' | 'push';

/** Deliveries that failed for good. A row has neither an address nor a person. Housekeeping deletes old ones. */
interface DeliveryFailuresTable {
  failure_id: Generated<number>;
  /** The tenant of the message or of the account; null if the account belongs to no tenant. */
  tid: string | null;
  channel: FailedChannel;
  purpose: 'code' | 'notice' | 'message';
  code: string;
  failed_at: Date;
}

/** Failures of the mail server and the SMS gateway since their last success, which deletes the row. */
interface TransportFailuresTable {
  channel: 'mail' | 'sms';
  since: Date;
  last_at: Date;
  code: string;
  failures: number;
}

export interface DeploymentTables {
  deployment: DeploymentTable;
  config_params: ConfigParamsTable;
  batched_jobs: BatchedJobsTable;
  nodes: NodesTable;
  node_samples: NodeSamplesTable;
  backups: BackupsTable;
  agreement_versions: AgreementVersionsTable;
  delivery_failures: DeliveryFailuresTable;
  transport_failures: TransportFailuresTable;
  agreement_drafts: AgreementDraftsTable;
  agreement_consents: AgreementConsentsTable;
}
