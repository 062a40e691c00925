import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from './tables/accounts.table.ts';
import type { AuditTables } from './tables/audit.table.ts';
import type { DeploymentTables } from './tables/deployment.table.ts';
import type { DocumentTables } from './tables/documents.table.ts';
import type { FileTables } from './tables/files.table.ts';
import type { ImportTables } from './tables/imports.table.ts';
import type { KeyTables } from './tables/keys.table.ts';
import type { MessageTables } from './tables/messages.table.ts';
import type { OperatorTables } from './tables/operators.table.ts';
import type { ProcessingTables } from './tables/processing.table.ts';
import type { PushTables } from './tables/push.table.ts';
import type { ReleaseTables } from './tables/releases.table.ts';
import type { TenantTables } from './tables/tenants.table.ts';
import type { WorkflowTables } from './tables/workflow.table.ts';

/**
 * All tables of the service. Each module declares its tables in `tables/<module>.table.ts` and adds them here.
 *
 * An instant is `timestamptz` in the database and `Date` in code (milliseconds since 1970 only in the contract). A `bigint`
 * is a `number`; the connection rejects values beyond 2^53.
 */
export type Database = TenantTables &
  DeploymentTables &
  ReleaseTables &
  AccountTables &
  AuditTables &
  KeyTables &
  DocumentTables &
  FileTables &
  ImportTables &
  MessageTables &
  OperatorTables &
  ProcessingTables &
  PushTables &
  WorkflowTables;

/** The parameter of repositories: the pool or a transaction. */
export type DatabaseHandle = Kysely<Database>;

/** A handle that is known to be inside a transaction. */
export type DatabaseTransaction = Transaction<Database>;
