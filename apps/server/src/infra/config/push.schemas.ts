import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { secureAddress, secureBaseAddress } from './addresses.schemas.ts';

/** A file whose content `read` parses. A failure is reported for the setting, without quoting the content. */
function file<T>(read: (text: string) => T) {
  return z
    .string()
    .min(1)
    .transform((path, context) => {
      try {
        return read(readFileSync(path, 'utf8'));
      } catch {
        context.addIssue({
          code: 'custom',
          message: 'must name a readable file with the right content',
          input: undefined,
        });
        return z.NEVER;
      }
    });
}

const serviceAccount = z.object({
  project_id: z.string().regex(/^[a-z0-9-]+$/),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: secureAddress,
});

function fcmCredentials(text: string): FcmCredentials {
  const { project_id, client_email, private_key, token_uri } = serviceAccount.parse(JSON.parse(text));
  assertKeyType(private_key, 'rsa');
  return { projectID: project_id, clientEmail: client_email, privateKey: private_key, tokenUrl: token_uri };
}

function apnsKey(text: string): string {
  assertKeyType(text, 'ec');
  return text;
}

function assertKeyType(pem: string, type: 'rsa' | 'ec'): void {
  if (createPrivateKey(pem).asymmetricKeyType !== type) throw new TypeError(`expected a key of type ${type}`);
}

/** Hosts of the push services of Google, Mozilla, Microsoft and Apple. */
const knownHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
];

const hostName = z.string().regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, {
  error: 'must be a list of hosts such as push.example.com or *.push.example.com',
});

/** Comma-separated hosts; `known` stands for the list above. */
const pushHosts = z
  .string()
  .transform((text) => text.split(',').flatMap((one) => (one.trim() === 'known' ? knownHosts : [one.trim()])))
  .pipe(z.array(hostName));

/** Settings of the push providers, by environment variable. */
export const pushSettings = {
  PUSH_CONTACT: z.url({ protocol: /^(?:https|mailto)$/ }).optional(),
  PUSH_BADGE: z.enum(['100', 'count']).default('100'),
  PUSH_HOSTS: pushHosts.optional(),
  PUSH_PRIVATE_ENDPOINTS: z.stringbool().default(false),
  FCM_CREDENTIALS_FILE: file(fcmCredentials).optional(),
  FCM_BASE_URL: secureBaseAddress.default('https://fcm.googleapis.com'),
  APNS_KEY_FILE: file(apnsKey).optional(),
  APNS_KEY_ID: z.string().min(1).optional(),
  APNS_TEAM_ID: z.string().min(1).optional(),
  APNS_TOPIC: z.string().min(1).optional(),
  APNS_BASE_URL: secureBaseAddress.default('https://api.push.apple.com'),
  JPUSH_APP_KEY: z.string().min(1).optional(),
  JPUSH_MASTER_SECRET: z.string().min(1).optional(),
  JPUSH_BASE_URL: secureBaseAddress.default('https://api.jpush.cn'),
  JPUSH_ANDROID_PACKAGE: z
    .string()
    .regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/)
    .default('cn.sealflow.app'),
  JPUSH_APNS_PRODUCTION: z.stringbool().default(true),
};

type PushEnvironment = z.output<z.ZodObject<typeof pushSettings>>;

const requiredTogether: readonly (readonly (keyof PushEnvironment)[])[] = [
  ['APNS_KEY_FILE', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'],
  ['JPUSH_APP_KEY', 'JPUSH_MASTER_SECRET'],
];

/** @returns the names of missing settings that the given ones require. */
export function missingPushSettings(env: PushEnvironment): string[] {
  return requiredTogether.flatMap((names) => {
    const missing = names.filter((name) => env[name] === undefined);
    return missing.length < names.length ? missing : [];
  });
}

/** Credentials from the key file of a service account. */
export interface FcmCredentials {
  readonly projectID: string;
  readonly clientEmail: string;
  /** PEM. */
  readonly privateKey: string;
  readonly tokenUrl: string;
}

export interface FcmConfig {
  readonly credentials: FcmCredentials;
  readonly baseUrl: string;
}

export interface ApnsConfig {
  /** PEM of the signing key (P-256). */
  readonly key: string;
  readonly keyID: string;
  readonly teamID: string;
  /** The app's bundle id. */
  readonly topic: string;
  readonly baseUrl: string;
}

export interface JpushConfig {
  readonly appKey: string;
  readonly masterSecret: string;
  readonly baseUrl: string;
  /** Application id on Android, for the activity that a tap on the notification opens. */
  readonly androidPackage: string;
  /** Whether to use Apple's production environment instead of the sandbox. */
  readonly apnsProduction: boolean;
}

export interface PushConfig {
  push: {
    /** Contact for the operators of push services; undefined: `publicUrl`. */
    contact: string | undefined;
    /** The badge of the app icon: always 100, or the number of unread messages. */
    badge: '100' | 'count';
    /** Whether Web Push endpoints may be in private networks, and on this machine without TLS. */
    allowPrivate: boolean;
    /** Allowed hosts of Web Push endpoints; undefined: any. */
    hosts: readonly string[] | undefined;
    fcm: FcmConfig | undefined;
    apns: ApnsConfig | undefined;
    jpush: JpushConfig | undefined;
  };
}

export function pushConfigOf(env: PushEnvironment): PushConfig {
  const { APNS_KEY_FILE: key, APNS_KEY_ID: keyID, APNS_TEAM_ID: teamID, APNS_TOPIC: topic } = env;
  const { JPUSH_APP_KEY: appKey, JPUSH_MASTER_SECRET: masterSecret, FCM_CREDENTIALS_FILE: credentials } = env;
  return {
    push: {
      contact: env.PUSH_CONTACT,
      badge: env.PUSH_BADGE,
      allowPrivate: env.PUSH_PRIVATE_ENDPOINTS,
      hosts: env.PUSH_HOSTS,
      fcm: credentials && { credentials, baseUrl: env.FCM_BASE_URL },
      apns:
        key && keyID && teamID && topic
          ? { key, keyID, teamID, topic, baseUrl: env.APNS_BASE_URL }
          : undefined,
      jpush:
        appKey && masterSecret
          ? {
              appKey,
              masterSecret,
              baseUrl: env.JPUSH_BASE_URL,
              androidPackage: env.JPUSH_ANDROID_PACKAGE,
              apnsProduction: env.JPUSH_APNS_PRODUCTION,
            }
          : undefined,
    },
  };
}
