import type { Generated } from 'kysely';

interface FilesTable {
  uri: string;
  tid: string;
  owner_fid: string;
  name: string;
  size: number;
  /** Detected from the first bytes, not declared by the sender. */
  mime_type: string;
  /** Whether it is a protected document. */
  encrypted: boolean;
  /** The id that the file claims; unverified until its key is used. */
  document_id: string | null;
  sha256: string;
  object_key: string;
  created_at: Generated<Date>;
  /** Whether the file has any row in `file_access`; maintained by triggers. */
  held: Generated<boolean>;
}

/** Read access to a file in addition to its owner's. `holder` is the flow that refers to the file and prevents its deletion. */
interface FileAccessTable {
  uri: string;
  holder: string;
  fid: string;
}

/** Stored objects without a row that refers to them. An old entry was left by a crash. */
interface LooseObjectsTable {
  key: string;
  touched_at: Generated<Date>;
}

/** Storage used by a person, and under the empty fid by the tenant; maintained by triggers on `files`. */
interface UploadUsageTable {
  tid: string;
  fid: string;
  bytes: number;
}

export interface FileTables {
  files: FilesTable;
  file_access: FileAccessTable;
  loose_objects: LooseObjectsTable;
  upload_usage: UploadUsageTable;
}
