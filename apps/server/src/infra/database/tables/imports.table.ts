import type { Generated } from 'kysely';
import type { Json } from './accounts.table.ts';

export type ImportState = 'draft' | 'checking' | 'checked' | 'running' | 'done' | 'canceled' | 'failed';
export type RowOutcome = 'pending' | 'added' | 'changed' | 'unchanged' | 'failed';

export interface ImportOptions {
  readonly createDepartments: boolean;
  /** Ids of the roles of new members whose row names none. */
  readonly roles: readonly string[];
}

/** The cells of one row of an imported file. */
export interface ImportedCells {
  readonly name?: string | undefined;
  readonly department?: string | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly staffID?: string | undefined;
  readonly fid?: string | undefined;
  readonly clearance?: string | undefined;
}

export interface StoredRowError {
  /** A key of the error catalogue. */
  readonly code: string;
  /** The field of the row; null for the whole row. */
  readonly field: string | null;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Imports of people. */
interface MemberImportsTable {
  tid: string;
  /** Chosen by the client, so that a repeated request creates no second import. */
  import_id: string;
  /** The name of the file. */
  name: string;
  options: Json<ImportOptions>;
  total: number;
  received: Generated<number>;
  state: Generated<ImportState>;
  /** The number of the last row that the check or the run has processed. A batch continues after it. */
  position: Generated<number>;
  added: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  failed: Generated<number>;
  /** The code of the error that stopped the import. */
  code: string | null;
  /** Who started the check or the run: a member with account and device, or an operator. */
  fid: string | null;
  aid: string | null;
  device_id: string | null;
  operator_id: string | null;
  /** The member who created the import; null for the operator. */
  created_by: string | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

interface MemberImportRowsTable {
  tid: string;
  import_id: string;
  row_number: number;
  content: Json<ImportedCells>;
  /** What identifies the person, such as `staff:1001` and `phone:+8613812345678`. */
  keys: string[];
  /** The first row of the import with one of these keys, if it is another one. */
  first_row: number | null;
  outcome: Generated<RowOutcome>;
  fid: string | null;
  errors: Json<readonly StoredRowError[]>;
}

export interface ImportTables {
  member_imports: MemberImportsTable;
  member_import_rows: MemberImportRowsTable;
}
