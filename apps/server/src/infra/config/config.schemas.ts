import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type AccountConfig,
  accountConfigOf,
  accountSettings,
  missingAccountSettings,
} from './accounts.schemas.ts';
import { databaseAddress, hosts, networks, origins, secureAddress, webOrigin } from './addresses.schemas.ts';
import {
  type DeploymentConfig,
  deploymentConfigOf,
  deploymentSettings,
  missingDeploymentSettings,
} from './deployment.schemas.ts';
import { type FileConfig, fileConfigOf, fileSettings, missingFileSettings } from './files.schemas.ts';
import { type PrivacyConfig, privacyConfigOf, privacySettings } from './privacy.schemas.ts';
import {
  missingProcessingSettings,
  type ProcessingConfig,
  processingConfigOf,
  processingSettings,
} from './processing.schemas.ts';
import { missingPushSettings, type PushConfig, pushConfigOf, pushSettings } from './push.schemas.ts';
import { secretFileSettings, withSecretFiles } from './secret-files.schemas.ts';
import { describeFault, findMisspeltSettings } from './setting-faults.util.ts';

const flag = z.stringbool();

/** All settings of the service by environment variable; `docs/operations.md` explains them. */
export const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('localhost'),
  PUBLIC_URL: webOrigin.optional(),
  PUBLIC_HOSTS: hosts.default([]),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE: z.enum(['embedded', 'external']).optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_LISTEN_URL: databaseAddress.optional(),
  MASTER_KEY: z.string().min(1).optional(),
  MASTER_KEY_FILE: z.string().min(1).optional(),
  APP_DIR: z
    .string()
    .min(1)
    .default(resolve(import.meta.dirname, '../../../../mobile/dist')),
  CONSOLE_DIR: z
    .string()
    .min(1)
    .default(resolve(import.meta.dirname, '../../../../console/dist')),
  CORS_ORIGINS: origins.default([]),
  TRUST_PROXY: networks.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  UPLOAD_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(2 * 1024 ** 3),
  SIGN_IN_LIMIT: z.coerce.number().int().min(0).default(60),
  CALL_LIMIT: z.coerce.number().int().min(0).default(12_000),
  READ_LIMIT: z.coerce.number().int().min(0).default(6000),
  KEY_ACCESS_LIMIT: z.coerce.number().int().min(0).default(600),
  AUDIT_CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  AUDIT_CHECKPOINT_URL: secureAddress.optional(),
  SEED_DEMO: flag.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUSTED_HOSTS: origins.pipe(z.array(secureAddress)).default([]),
  ALLOW_PRIVATE_SERVICE_API: flag.default(false),
  ...accountSettings,
  ...processingSettings,
  ...privacySettings,
  ...fileSettings,
  ...pushSettings,
  ...deploymentSettings,
  ...secretFileSettings,
});

export interface Config
  extends AccountConfig,
    ProcessingConfig,
    PrivacyConfig,
    FileConfig,
    DeploymentConfig,
    PushConfig {
  port: number;
  host: string;
  /** The URL that clients use. If it is not set, it is undefined until the port is known. */
  publicUrl: string | undefined;
  /** Further hosts, with ports, under which clients reach the service. */
  publicHosts: readonly string[];
  dataDir: string;
  /** Undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** A direct connection to the same database, to listen for changes; undefined: `databaseUrl` has no pooler. */
  databaseListenUrl: string | undefined;
  /** For backups, restores and migrations. Direct, because a pooler would apply the timeouts of the role. */
  maintenanceDatabaseUrl: string | undefined;
  /** The key or its file; undefined: a file in the user's settings folder, created at the first start. */
  masterKey: { value: string } | { file: string } | undefined;
  /** Folder of the built app; if it does not exist, only the API is served. */
  appDir: string;
  /** Folder of the built administrators' console; if it does not exist, `/console` is answered with 404. */
  consoleDir: string;
  corsOrigins: readonly string[];
  trustProxy: string | undefined;
  logLevel: string;
  uploadLimitBytes: number;
  /** Sign-ins per minute from one address; 0: unlimited. */
  signInLimit: number;
  /** Calls of one account per minute and node that may change data; 0: unlimited. */
  callLimit: number;
  /** The same for calls that only read. */
  readLimit: number;
  /** Key requests per minute from one address; 0: unlimited. */
  keyAccessLimit: number;
  /** Maximum age of unsigned records in an audit chain. */
  auditCheckpointSeconds: number;
  /** URL to which signed checkpoints of the audit chains are posted; undefined: none. */
  auditCheckpointUrl: string | undefined;
  /** Undefined: demo data is created in an empty embedded database only. */
  seedDemo: boolean | undefined;
  /** Bearer token for /metrics; undefined: only this machine may read them. */
  metricsToken: string | undefined;
  /** Origins of hosts that may forward the calls of their members to this service. */
  trustedHosts: readonly string[];
  /** Whether a tenant's own server may be in a private network or without TLS. */
  allowPrivateServiceApi: boolean;
}

/** A setting is invalid. The message names the variable, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the settings.
 * @throws ConfigError if one is invalid, misspelt or missing.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  // Compose files pass unset variables as empty strings.
  const nonEmpty = Object.entries(variables).filter((one): one is [string, string] => (one[1] ?? '') !== '');
  const [misspelt] = findMisspeltSettings(
    nonEmpty.map(([name]) => name),
    Object.keys(settings.shape),
  );
  if (misspelt) {
    throw new ConfigError(
      `invalid settings: ${misspelt.name}: unknown setting, did you mean ${misspelt.suggestion}?`,
    );
  }
  const merged = withSecretFiles(Object.fromEntries(nonEmpty));
  if (typeof merged === 'string') throw new ConfigError(`invalid settings: ${merged}`);
  const parsed = settings.safeParse(merged);
  if (!parsed.success) {
    throw new ConfigError(`invalid settings: ${parsed.error.issues.map(describeFault).join('; ')}`);
  }
  const env = parsed.data;
  const [missing] = [
    ...(env.DATABASE === 'external' && !env.DATABASE_URL ? ['DATABASE_URL'] : []),
    ...missingAccountSettings(env),
    ...missingProcessingSettings(env),
    ...missingFileSettings(env),
    ...missingPushSettings(env),
    ...missingDeploymentSettings(env),
  ];
  if (missing) throw new ConfigError(`invalid settings: ${missing} is missing`);
  if (env.DATABASE === 'embedded' && env.DATABASE_URL) {
    throw new ConfigError('invalid settings: DATABASE is embedded, but DATABASE_URL is set');
  }
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    publicHosts: env.PUBLIC_HOSTS,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseListenUrl: env.DATABASE_LISTEN_URL,
    maintenanceDatabaseUrl: env.DATABASE_URL && (env.DATABASE_LISTEN_URL ?? env.DATABASE_URL),
    masterKey: masterKeyOf(env),
    appDir: resolve(env.APP_DIR),
    consoleDir: resolve(env.CONSOLE_DIR),
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    uploadLimitBytes: env.UPLOAD_LIMIT_BYTES,
    signInLimit: env.SIGN_IN_LIMIT,
    callLimit: env.CALL_LIMIT,
    readLimit: env.READ_LIMIT,
    keyAccessLimit: env.KEY_ACCESS_LIMIT,
    auditCheckpointSeconds: env.AUDIT_CHECKPOINT_SECONDS,
    auditCheckpointUrl: env.AUDIT_CHECKPOINT_URL,
    seedDemo: env.SEED_DEMO,
    metricsToken: env.METRICS_TOKEN,
    trustedHosts: env.TRUSTED_HOSTS,
    allowPrivateServiceApi: env.ALLOW_PRIVATE_SERVICE_API,
    ...accountConfigOf(env),
    ...privacyConfigOf(env),
    ...processingConfigOf(env, env.MAIL_FROM),
    ...fileConfigOf(env),
    ...pushConfigOf(env),
    ...deploymentConfigOf(env),
  };
}

function masterKeyOf(env: z.output<typeof settings>): Config['masterKey'] {
  if (env.MASTER_KEY) return { value: env.MASTER_KEY };
  return env.MASTER_KEY_FILE ? { file: resolve(env.MASTER_KEY_FILE) } : undefined;
}
