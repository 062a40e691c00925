import type { Generated } from 'kysely';

/** What reading a document of this class obliges to, and whom it is open to. */
interface ClassificationsTable {
  tid: string;
  id: string;
  name: string;
  /** A member reads what is at or below their clearance. */
  level: number;
  is_default: Generated<boolean>;
  watermark: Generated<boolean>;
  no_download: Generated<boolean>;
  no_capture: Generated<boolean>;
  lease_seconds: number | null;
  excludes_browsers: Generated<boolean>;
}

/** Up to which level a member reads; without a row up to the tenant's default classification. */
interface ClearancesTable {
  tid: string;
  fid: string;
  level: number;
}

/** Documents that an authenticated sealer registered. */
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
  /** What an approval set in the place of the class; null leaves it to the class. */
  watermark: Generated<boolean | null>;
  no_download: Generated<boolean | null>;
  no_capture: Generated<boolean | null>;
  /** The document that this one is a copy of: it goes where that one goes. */
  derived_from: Generated<string | null>;
  /** Every document that it was made from, as a copy or under another class; withdrawing one withdraws it. */
  made_from: Generated<string[]>;
}

/** Who may open a document besides its owner and its recipients. */
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
