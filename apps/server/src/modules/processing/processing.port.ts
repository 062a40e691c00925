import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import type { Mailer } from '../../infra/mail/mail.port.ts';
import type { MasterKey } from '../../infra/master-key/index.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import type { FindDocumentRights } from '../keys/key-access.usecases.ts';
import type { LicenceKeys } from '../keys/licence-key.usecases.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';

/** What the use cases of this module stand on. */
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
  /** Takes the mails that go through the organisation's gateway. */
  readonly gateway: Mailer;
  /** Bytes of files that one mail carries at most. */
  readonly attachmentLimitBytes: number;
  /** Told what has been done so far. A test breaks off here, as a process does that is killed. */
  readonly reached: (step: string) => void;
}

/** Writes what was prepared, in the transaction that says that the flow is processed. */
export type Commit = (transaction: DatabaseTransaction) => Promise<void>;

/**
 * Prepares what an approved application asks for; nothing of it counts before its commit.
 * @throws what `reasonOf` knows, where it can never be.
 */
export type Effect = (services: ProcessingServices, flow: FlowToProcess) => Promise<Commit>;
