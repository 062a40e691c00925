import type { Generated } from 'kysely';

interface FilesTable {
  uri: string;
  tid: string;
  owner_fid: string;
  name: string;
  size: number;
  /** By the first bytes, not by what the sender said. */
  mime_type: string;
  /** Whether it is a protected document. */
  encrypted: boolean;
  /** The id that a protected document claims; only its key proves it. */
  document_id: string | null;
  sha256: string;
  object_key: string;
  created_at: Generated<Date>;
  /** Whether there is any access: triggers on `file_access` keep it. */
  held: Generated<boolean>;
}

/** Who may read a file beside its owner, and for whose sake (a flow): while one holds it, it is not deleted. */
interface FileAccessTable {
  uri: string;
  holder: string;
  fid: string;
}

/** Objects that no row names yet, or none any more; what lies here for long was left by a crash. */
interface LooseObjectsTable {
  key: string;
  touched_at: Generated<Date>;
}

/** What a person's files take up, and with the empty fid those of the tenant; triggers on `files` keep it. */
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
