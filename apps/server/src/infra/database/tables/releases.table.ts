import type { Generated } from 'kysely';

interface ReleaseFilesTable {
  uri: string;
  name: string;
  size: number;
  mime_type: string;
  sha256: string;
  object_key: string;
  created_at: Generated<Date>;
}

/** Releases of the app and signed web bundles. */
interface ReleasesTable {
  id: string;
  kind: 'app' | 'bundle';
  /** A bundle of `web` runs on every platform. */
  platform: 'android' | 'ios' | 'web';
  version: string;
  /** The version's numbers, for comparing. */
  version_key: number[];
  tid: string | null;
  app_oid: string;
  app_name: string;
  product_name: string;
  product_ver: string;
  notes: string;
  /** The store's page; either this or a stored file. */
  url: string | null;
  file_uri: string | null;
  min_app_ver: string | null;
  /** Base64, RSA PKCS #1 v1.5 with SHA-256 over the bundle's file. */
  signature: string | null;
  created_at: Date;
  updated_at: Date;
  withdrawn_at: Date | null;
}

export interface ReleaseTables {
  releases: ReleasesTable;
  release_files: ReleaseFilesTable;
}
