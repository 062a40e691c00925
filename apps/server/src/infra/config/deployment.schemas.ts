import { resolve } from 'node:path';
import { z } from 'zod';
import { secureAddress, webAddress } from './addresses.schemas.ts';

/** Settings that a deployment provides to its apps, by environment variable. */
export const deploymentSettings = {
  DEPLOYMENT_ENVIRONMENT: z.enum(['production', 'test']).default('production'),
  BUNDLE_PUBLIC_KEY_FILE: z.string().min(1).optional(),
  SPEECH_URL: webAddress.optional(),
  SPEECH_TOKEN_URL: secureAddress.optional(),
  SPEECH_KEY: z.string().min(1).optional(),
  SPEECH_SECRET: z.string().min(1).optional(),
};

type DeploymentEnvironment = z.output<z.ZodObject<typeof deploymentSettings>>;

export interface DeploymentConfig {
  /** The environment that the served app shows in its page titles. */
  environment: 'production' | 'test';
  /** File with the public key that verifies web bundles; undefined: bundles are rejected. */
  bundlePublicKeyFile: string | undefined;
  /** The speech service; undefined: none. */
  speech: SpeechConfig | undefined;
}

export interface SpeechConfig {
  url: string;
  tokenUrl: string;
  key: string;
  secret: string;
}

/** @returns the names of missing settings that the given ones require. */
export function missingDeploymentSettings(env: DeploymentEnvironment): string[] {
  if (env.SPEECH_URL === undefined) return [];
  return (['SPEECH_TOKEN_URL', 'SPEECH_KEY', 'SPEECH_SECRET'] as const).filter(
    (name) => env[name] === undefined,
  );
}

export function deploymentConfigOf(env: DeploymentEnvironment): DeploymentConfig {
  const { SPEECH_URL: url, SPEECH_TOKEN_URL: tokenUrl, SPEECH_KEY: key, SPEECH_SECRET: secret } = env;
  const file = env.BUNDLE_PUBLIC_KEY_FILE;
  return {
    environment: env.DEPLOYMENT_ENVIRONMENT,
    bundlePublicKeyFile: file === undefined ? undefined : resolve(file),
    speech: url && tokenUrl && key && secret ? { url, tokenUrl, key, secret } : undefined,
  };
}
