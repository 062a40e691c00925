import { resolve } from 'node:path';
import { z } from 'zod';
import { baseAddress } from './addresses.schemas.ts';

/** Media types of programs, which people must not receive as documents. */
const programs = [
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-ms-shortcut',
];

const mediaTypes = z
  .string()
  .transform((list) =>
    list.trim() === 'none' ? [] : list.split(',').map((type) => type.trim().toLowerCase()),
  )
  .pipe(z.array(z.string().regex(/^[\w.+-]+\/(?:\*|[\w.+-]+)$/, 'must be a list of media types')));

const bytes = z.coerce.number().int().min(0);

/** Settings for file storage and uploads, by environment variable. */
export const fileSettings = {
  S3_URL: baseAddress.optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY_FILE: z.string().min(1).optional(),
  UPLOAD_QUOTA_BYTES: bytes.default(10 * 1024 ** 3),
  UPLOAD_TENANT_QUOTA_BYTES: bytes.default(0),
  UPLOAD_TYPES_REFUSED: mediaTypes.default(programs),
  CLAMAV_URL: z.url({ protocol: /^tcp$/ }).optional(),
  SCAN_OPTIONAL: z.stringbool().default(false),
};

type FileEnvironment = z.output<z.ZodObject<typeof fileSettings>>;

export interface FileConfig {
  /** The S3 bucket for files; undefined: a folder in `dataDir`. */
  objectStore: ObjectStoreConfig | undefined;
  uploads: {
    /** Storage quota of a person; 0: unlimited. */
    maxPersonBytes: number;
    /** Storage quota of a tenant; 0: unlimited. */
    maxTenantBytes: number;
    rejectedTypes: readonly string[];
  };
  /** The virus scanner; undefined: none. */
  scan: { host: string; port: number; optional: boolean } | undefined;
}

export interface ObjectStoreConfig {
  url: string;
  bucket: string;
  region: string;
  accessKeyID: string;
  secret: { value: string } | { file: string };
}

/** @returns the names of missing settings that the given ones require. */
export function missingFileSettings(env: FileEnvironment): string[] {
  if (env.S3_URL === undefined) return [];
  const hasSecret = env.S3_SECRET_ACCESS_KEY !== undefined || env.S3_SECRET_ACCESS_KEY_FILE !== undefined;
  return [
    ...(env.S3_BUCKET === undefined ? ['S3_BUCKET'] : []),
    ...(env.S3_ACCESS_KEY_ID === undefined ? ['S3_ACCESS_KEY_ID'] : []),
    ...(hasSecret ? [] : ['S3_SECRET_ACCESS_KEY']),
  ];
}

export function fileConfigOf(env: FileEnvironment): FileConfig {
  return {
    objectStore: objectStoreOf(env),
    uploads: {
      maxPersonBytes: env.UPLOAD_QUOTA_BYTES,
      maxTenantBytes: env.UPLOAD_TENANT_QUOTA_BYTES,
      rejectedTypes: env.UPLOAD_TYPES_REFUSED,
    },
    scan: scanOf(env),
  };
}

function objectStoreOf(env: FileEnvironment): ObjectStoreConfig | undefined {
  const { S3_URL: url, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyID } = env;
  if (url === undefined || bucket === undefined || accessKeyID === undefined) return undefined;
  const { S3_SECRET_ACCESS_KEY: value, S3_SECRET_ACCESS_KEY_FILE: file } = env;
  const secret = value === undefined ? { file: resolve(file ?? '') } : { value };
  return { url, bucket, region, accessKeyID, secret };
}

function scanOf({ CLAMAV_URL, SCAN_OPTIONAL }: FileEnvironment): FileConfig['scan'] {
  if (CLAMAV_URL === undefined) return undefined;
  const { hostname, port } = new URL(CLAMAV_URL);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 3310), optional: SCAN_OPTIONAL };
}
