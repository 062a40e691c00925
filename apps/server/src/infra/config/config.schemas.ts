import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type AccountConfig,
  accountConfigOf,
  accountSettings,
  missingAccountSettings,
} from './accounts.schemas.ts';
import { databaseAddress, guardedAddress, hosts, networks, origins, webOrigin } from './addresses.schemas.ts';
import { type AuditConfig, auditConfigOf, auditSettings } from './audit.schemas.ts';
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
import { misspeltSettings, settingFault } from './setting-faults.adapter.ts';

const flag = z.stringbool();

/** Every setting of the service, by its environment variable; `docs/operations.md` explains each. */
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
  SEED_DEMO: flag.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUSTED_HOSTS: origins.pipe(z.array(guardedAddress)).default([]),
  ALLOW_PRIVATE_SERVICE_API: flag.default(false),
  ...accountSettings,
  ...processingSettings,
  ...auditSettings,
  ...privacySettings,
  ...fileSettings,
  ...pushSettings,
  ...deploymentSettings,
  ...secretFileSettings,
});

export interface Config
  extends AccountConfig,
    ProcessingConfig,
    AuditConfig,
    PrivacyConfig,
    FileConfig,
    DeploymentConfig,
    PushConfig {
  port: number;
  host: string;
  /** The address that clients use; undefined until the port is known where nobody set it. */
  publicUrl: string | undefined;
  /** Further hosts, with ports, under which clients reach the service. */
  publicHosts: readonly string[];
  dataDir: string;
  /** Undefined: the embedded server, with its data in `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database without a pooler between, to listen for changes; undefined: `databaseUrl` is direct. */
  databaseListenUrl: string | undefined;
  /** What backups, restores and migrations use: without a pooler, which would apply the role's limits of time to them. */
  maintenanceDatabaseUrl: string | undefined;
  /** The key itself or the file it lies in; undefined: found or made among the user's settings. */
  masterKey: { value: string } | { file: string } | undefined;
  /** The built app; not served where the folder does not exist. */
  appDir: string;
  corsOrigins: readonly string[];
  trustProxy: string | undefined;
  logLevel: string;
  uploadLimitBytes: number;
  /** Sign-ins a minute from one address; 0 for no limit. */
  signInLimit: number;
  /** Calls of one account a minute at each node that may change something; 0 for no limit. */
  callLimit: number;
  /** The same of calls that only read. */
  readLimit: number;
  /** Asks for keys a minute from one address; 0 for no limit. */
  keyAccessLimit: number;
  /** Undefined: the demo goes into an empty embedded database only. */
  seedDemo: boolean | undefined;
  /** What readers of /metrics show; undefined: only this machine may read. */
  metricsToken: string | undefined;
  /** Hosts that may pass on their members' calls to this service, by their address. */
  trustedHosts: readonly string[];
  /** Whether a tenant's own server may have an address of a private network, or none of TLS. */
  allowPrivateServiceApi: boolean;
}

/** Where the service keeps its settings wrong: names the variable, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings.
 * @throws ConfigError where one is no such value.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is one that a compose file left open.
  const given = Object.entries(variables).filter((one): one is [string, string] => (one[1] ?? '') !== '');
  const [misspelt] = misspeltSettings(
    given.map(([name]) => name),
    Object.keys(settings.shape),
  );
  if (misspelt) {
    throw new ConfigError(
      `these settings cannot be used: ${misspelt.name}: there is no such setting, ${misspelt.meant} is one`,
    );
  }
  const whole = withSecretFiles(Object.fromEntries(given));
  if (typeof whole === 'string') throw new ConfigError(`these settings cannot be used: ${whole}`);
  const read = settings.safeParse(whole);
  if (!read.success) {
    throw new ConfigError(`these settings cannot be used: ${read.error.issues.map(settingFault).join('; ')}`);
  }
  const env = read.data;
  const [missing] = [
    ...(env.DATABASE === 'external' && !env.DATABASE_URL ? ['DATABASE_URL'] : []),
    ...missingAccountSettings(env),
    ...missingProcessingSettings(env),
    ...missingFileSettings(env),
    ...missingPushSettings(env),
    ...missingDeploymentSettings(env),
  ];
  if (missing) throw new ConfigError(`these settings cannot be used: ${missing} is missing`);
  if (env.DATABASE === 'embedded' && env.DATABASE_URL) {
    throw new ConfigError('these settings cannot be used: DATABASE: embedded, and DATABASE_URL is set');
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
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    uploadLimitBytes: env.UPLOAD_LIMIT_BYTES,
    signInLimit: env.SIGN_IN_LIMIT,
    callLimit: env.CALL_LIMIT,
    readLimit: env.READ_LIMIT,
    keyAccessLimit: env.KEY_ACCESS_LIMIT,
    seedDemo: env.SEED_DEMO,
    metricsToken: env.METRICS_TOKEN,
    trustedHosts: env.TRUSTED_HOSTS,
    allowPrivateServiceApi: env.ALLOW_PRIVATE_SERVICE_API,
    ...accountConfigOf(env),
    ...privacyConfigOf(env),
    ...processingConfigOf(env, env.MAIL_FROM),
    ...auditConfigOf(env),
    ...fileConfigOf(env),
    ...pushConfigOf(env),
    ...deploymentConfigOf(env),
  };
}

function masterKeyOf(env: z.output<typeof settings>): Config['masterKey'] {
  if (env.MASTER_KEY) return { value: env.MASTER_KEY };
  return env.MASTER_KEY_FILE ? { file: resolve(env.MASTER_KEY_FILE) } : undefined;
}
