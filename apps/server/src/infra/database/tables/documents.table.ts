import type { Generated } from 'kysely';

/** Classifications: the obligations for readers of a document, and the required clearance. */
interface ClassificationsTable {
  tid: string;
  id: string;
  name: string;
  /** Members may read documents at or below the level of their clearance. */
  level: number;
  is_default: Generated<boolean>;
  watermark: Generated<boolean>;
  no_download: Generated<boolean>;
  no_capture: Generated<boolean>;
  lease_seconds: number | null;
  excludes_browsers: Generated<boolean>;
}

/** Clearances of members; without a row that of the tenant's default classification. */
interface ClearancesTable {
  tid: string;
  fid: string;
  level: number;
}

/** Documents registered by an authenticated sealer. */
interface DocumentsTable {
  tid: string;
  document_id: string;
  owner_fid: string;
  classification_id: string | null;
  size: number;
  mime_type: string;
  manifest_sha256: string;
  sealed_by: string;
  created_at: Generated<Date>;
  withdrawn_at: Date | null;
  /** Obligations set by an approval; null: those of the classification. */
  watermark: Generated<boolean | null>;
  no_download: Generated<boolean | null>;
  no_capture: Generated<boolean | null>;
  /** The document that this one is a copy of; its access rules apply. */
  derived_from: Generated<string | null>;
  /** All documents that this one was made from, as a copy or with another class. Withdrawing one of them withdraws this one. */
  made_from: Generated<string[]>;
}

/** Grants to open a document, in addition to its owner and recipients. */
interface DocumentGrantsTable {
  tid: string;
  document_id: string;
  fid: string;
  until: Date | null;
  granted_by: string;
  created_at: Generated<Date>;
}

export interface DocumentTables {
  classifications: ClassificationsTable;
  clearances: ClearancesTable;
  documents: DocumentsTable;
  document_grants: DocumentGrantsTable;
}
