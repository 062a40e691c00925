import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import type { Mailer } from '../../infra/mail/mail.port.ts';
import type { MasterKey } from '../../infra/master-key/index.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import type { FindDocumentRights } from '../keys/key-access.usecases.ts';
import type { LicenceKeys } from '../keys/licence-key.usecases.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';

/** The dependencies of this module's use cases. */
export interface ProcessingServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly objects: ObjectStore;
  readonly masterKey: MasterKey;
  readonly keys: LicenceKeys;
  readonly findRights: FindDocumentRights;
  readonly publicUrl: () => string;
  readonly mailer: Mailer;
  /** Sends the mails that go through the organisation's gateway. */
  readonly gateway: Mailer;
  /** Maximum total bytes of attachments per mail. */
  readonly attachmentLimitBytes: number;
  /**
   * Converts a document to PDF, in a process without network and disk.
   * @throws SandboxedProcessError
   */
  readonly render: (source: { document: Uint8Array; name: string }) => Promise<Uint8Array>;
  /** Called after each step with its name. Tests abort here to simulate a killed process. */
  readonly onStep: (step: string) => void;
}

/** Writes the prepared results, in the transaction that marks the flow as processed. */
export type Commit = (transaction: DatabaseTransaction) => Promise<void>;

/**
 * Prepares the results of an approved application. Nothing takes effect before the returned commit runs.
 * @throws errors that `permanentReasonOf` recognises if it can never succeed.
 */
export type Effect = (services: ProcessingServices, flow: FlowToProcess) => Promise<Commit>;
