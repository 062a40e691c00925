import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from './tables/accounts.table.ts';
import type { AuditTables } from './tables/audit.table.ts';
import type { DeploymentTables } from './tables/deployment.table.ts';
import type { DocumentTables } from './tables/documents.table.ts';
import type { FileTables } from './tables/files.table.ts';
import type { KeyTables } from './tables/keys.table.ts';
import type { MessageTables } from './tables/messages.table.ts';
import type { ProcessingTables } from './tables/processing.table.ts';
import type { PushTables } from './tables/push.table.ts';
import type { ReleaseTables } from './tables/releases.table.ts';
import type { TenantTables } from './tables/tenants.table.ts';
import type { WorkflowTables } from './tables/workflow.table.ts';

/**
 * Every table of the service. A module describes its own in `tables/<module>.table.ts` and joins them here:
 * `export type Database = TenantTables & AccountTables;`.
 *
 * In the tables an instant is `timestamptz` and a `Date` in code (milliseconds since 1970 only in the contract),
 * and `bigint` is a `number`: the connection refuses one that a number cannot hold.
 */
export type Database = TenantTables &
  DeploymentTables &
  ReleaseTables &
  AccountTables &
  AuditTables &
  KeyTables &
  DocumentTables &
  FileTables &
  MessageTables &
  ProcessingTables &
  PushTables &
  WorkflowTables;

/** What repositories take: the pool or a transaction on it. */
export type DatabaseHandle = Kysely<Database>;

/** A handle that is surely inside a transaction. */
export type DatabaseTransaction = Transaction<Database>;
