import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkStart } from './recovery.steps.ts';
import type { DrillStep } from './step.ts';

/** Invalid settings with the message of the start. */
const invalid: readonly (readonly [settings: Record<string, string>, message: string])[] = [
  // Addresses of the service.
  [{ PORT: 'eighty' }, 'PORT: must be a whole number'],
  [{ PORT: '80.5' }, 'PORT: must be a whole number'],
  [{ PORT: '70000' }, 'PORT: must be 65535 or less'],
  [{ PORT: '-1' }, 'PORT: must be 0 or more'],
  [{ HOST: 'no-such-host.invalid' }, 'HOST is not an address of this machine'],
  [{ PUBLIC_URL: 'docs.example.com' }, 'PUBLIC_URL: must be an address'],
  [{ PUBLIC_URL: 'ftp://docs.example.com' }, 'PUBLIC_URL: must be an address'],
  [{ PUBLIC_URL: 'https://docs.example.com/app/' }, 'PUBLIC_URL: must be an address without a path'],
  [{ PUBLIC_HOSTS: 'docs.example.com/app' }, 'PUBLIC_HOSTS: must be a list of hosts'],
  [{ CORS_ORIGINS: '*' }, 'must be an origin such as https://docs.example.com'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY: must be a list of addresses'],
  [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY: must be a list of addresses'],
  [{ TRUSTED_HOSTS: 'http://host.example.com' }, 'must be https'],
  // Database and keys.
  [{ DATABASE: 'sqlite' }, 'DATABASE: must be one of embedded, external'],
  [{ DATABASE: 'embedded' }, 'DATABASE is embedded, but DATABASE_URL is set'],
  [{ DATABASE_URL_FILE: '' }, 'DATABASE_URL is missing'],
  [{ DATABASE_URL_FILE: '/nonexistent' }, 'DATABASE_URL_FILE: no such file'],
  [{ DATABASE_URL_FILE: '', DATABASE_URI: 'postgresql://db' }, 'did you mean DATABASE_URL?'],
  [{ DATABASE_URL_FILE: '', DATABASE_URL: 'mysql://db' }, 'DATABASE_URL: must begin with postgresql://'],
  [{ DATABASE_URL_FILE: '', DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, 'ECONNREFUSED'],
  [{ DATABASE_LISTEN_URL: 'redis://db' }, 'DATABASE_LISTEN_URL: must begin with postgresql://'],
  [{ DATABASE_LISTEN_URL_FILE: '/nonexistent' }, 'DATABASE_LISTEN_URL_FILE: no such file'],
  [{ MASTER_KEY: 'short', MASTER_KEY_FILE: '' }, 'MASTER_KEY must be 32 bytes'],
  [{ MASTER_KEY_FILE: '/nonexistent/key' }, 'the master key of the stored keys is missing'],
  [{ MASTER_KEY_FIEL: '/keys/master' }, 'did you mean MASTER_KEY_FILE?'],
  // Switches, limits and times.
  [{ SEED_DEMO: 'perhaps' }, 'SEED_DEMO: must be true or false'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of'],
  [{ DEPLOYMENT_ENVIRONMENT: 'staging' }, 'DEPLOYMENT_ENVIRONMENT: must be one of production, test'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: must have 16 characters or more'],
  [{ METRICS_TOKEN_FILE: '/nonexistent' }, 'METRICS_TOKEN_FILE: no such file'],
  [{ ALLOW_PRIVATE_SERVICE_API: 'perhaps' }, 'ALLOW_PRIVATE_SERVICE_API: must be true or false'],
  [{ SIGN_IN_LIMIT: '-5' }, 'SIGN_IN_LIMIT: must be 0 or more'],
  [{ CALL_LIMIT: 'many' }, 'CALL_LIMIT: must be a whole number'],
  [{ READ_LIMIT: '1e' }, 'READ_LIMIT: must be a whole number'],
  [{ KEY_ACCESS_LIMIT: '2,5' }, 'KEY_ACCESS_LIMIT: must be a whole number'],
  [{ UPLOAD_LIMIT_BYTES: '2GB' }, 'UPLOAD_LIMIT_BYTES: must be a whole number'],
  [{ UPLOAD_QUOTA_BYTES: 'ten' }, 'UPLOAD_QUOTA_BYTES: must be a whole number'],
  [{ UPLOAD_TYPES_REFUSED: 'exe' }, 'must be a list of media types'],
  [{ AUDIT_CHECKPOINT_SECONDS: '0' }, 'AUDIT_CHECKPOINT_SECONDS: must be 1 or more'],
  [{ AUDIT_CHECKPOINT_URL: 'http://audit.example.com' }, 'AUDIT_CHECKPOINT_URL: must be https'],
  [{ ACCOUNT_DELETION_DAYS: '31' }, 'ACCOUNT_DELETION_DAYS: must be 30 or less'],
  [{ CLOSED_ACCOUNT_DAYS: '-1' }, 'CLOSED_ACCOUNT_DAYS: must be 0 or more'],
  [{ MESSAGE_DAYS: 'soon' }, 'MESSAGE_DAYS: must be a whole number'],
  [{ FLOW_DAYS: '1.5' }, 'FLOW_DAYS: must be a whole number'],
  // Accounts.
  [{ SESSION_DAYS: '4000' }, 'SESSION_DAYS: must be 3650 or less'],
  [{ MEMBERSHIP: 'open' }, 'MEMBERSHIP: must be one of invitation, direct'],
  [{ PASSWORD_RULES: 'strict' }, 'PASSWORD_RULES: must be one of specification, length'],
  [{ PASSWORD_WORDS_FILE: '/nonexistent' }, 'PASSWORD_WORDS_FILE must name a readable file'],
  [{ BREACHED_PASSWORDS_FILE: '/nonexistent' }, 'BREACHED_PASSWORDS_FILE'],
  [{ CODE_LIMIT: '-1' }, 'CODE_LIMIT: must be 0 or more'],
  [{ CODES_TO_LOG: 'perhaps' }, 'CODES_TO_LOG: must be true or false'],
  // Mail, short messages, pushes, objects, scanner, speech.
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is missing'],
  [{ SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL: must be an address such as smtps://'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be an email address'],
  [{ GATEWAY_SMTP_URL: 'gateway.example.com' }, 'GATEWAY_SMTP_URL: must be an address such as smtps://'],
  [{ SMS_URL: 'http://sms.example.com' }, 'SMS_URL: must be https'],
  [{ PUSH_BADGE: 'all' }, 'PUSH_BADGE: must be one of 100, count'],
  [{ PUSH_CONTACT: 'ops@example.com' }, 'PUSH_CONTACT: must be an address such as mailto:'],
  [{ PUSH_HOSTS: 'https://push.example.com/x' }, 'must be a list of hosts'],
  [{ FCM_CREDENTIALS_FILE: '/nonexistent' }, 'FCM_CREDENTIALS_FILE: must name a readable file'],
  [{ APNS_KEY_ID: 'ABC' }, 'APNS_KEY_FILE is missing'],
  [{ JPUSH_APP_KEY: 'abc' }, 'JPUSH_MASTER_SECRET is missing'],
  [{ S3_URL: 'http://127.0.0.1:1' }, 'S3_BUCKET is missing'],
  [{ S3_URL: 's3://bucket' }, 'S3_URL: must be an address'],
  [{ S3_URL: 'https://s3.example.com', S3_BUCKET: 'docs' }, 'S3_ACCESS_KEY_ID is missing'],
  [{ CLAMAV_URL: 'http://scanner' }, 'CLAMAV_URL: must be an address such as tcp://'],
  [{ SPEECH_URL: 'https://speech.example.com' }, 'SPEECH_TOKEN_URL is missing'],
];

export const settingSteps: readonly DrillStep[] = [
  {
    name: `${invalid.length} invalid settings are rejected with one line each`,
    run: async (deployment) => {
      for (const [settings, message] of invalid) await checkStart(deployment, message, settings);
    },
  },
  {
    name: 'an unreadable master key and a read-only data folder are reported with one line',
    run: async (deployment) => {
      const folder = join(deployment.folder, 'no-key');
      mkdirSync(folder, { mode: 0o700 });
      await checkStart(deployment, 'cannot be read by the user of the service', { MASTER_KEY_FILE: folder });
      const DATA_DIR = join(deployment.folder, 'plain.txt', 'data');
      await checkStart(deployment, 'DATA_DIR is not a writable directory', { DATA_DIR });
    },
  },
];
