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
  /** The numbers of the version, for ordering. */
  version_key: number[];
  tid: string | null;
  app_oid: string;
  app_name: string;
  product_name: string;
  product_ver: string;
  notes: string;
  /** The page of an app store; either `url` or `file_uri` is set. */
  url: string | null;
  file_uri: string | null;
  min_app_ver: string | null;
  /** Base64 of the RSA PKCS #1 v1.5 signature with SHA-256 over the bundle's file. */
  signature: string | null;
  created_at: Date;
  updated_at: Date;
  withdrawn_at: Date | null;
}

export interface ReleaseTables {
  releases: ReleasesTable;
  release_files: ReleaseFilesTable;
}
