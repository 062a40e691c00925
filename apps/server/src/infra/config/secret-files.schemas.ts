import { readFileSync } from 'node:fs';
import { z } from 'zod';

const path = z.string().min(1).optional();

/** Variables that name a file with a secret: values in the environment are visible in process listings. */
export const secretFileSettings = {
  DATABASE_URL_FILE: path,
  DATABASE_LISTEN_URL_FILE: path,
  SMTP_URL_FILE: path,
  GATEWAY_SMTP_URL_FILE: path,
  SMS_TOKEN_FILE: path,
  SPEECH_SECRET_FILE: path,
  JPUSH_MASTER_SECRET_FILE: path,
  METRICS_TOKEN_FILE: path,
};

export type Variables = Readonly<Record<string, string>>;

/** A fault of a setting: its name and the reason, never the content of the file. */
export type SettingFault = `${string}: ${string}`;

/** @returns the variables with the contents of the named files, or the first fault. */
export function withSecretFiles(variables: Variables): Variables | SettingFault {
  const merged: Record<string, string> = { ...variables };
  for (const name of Object.keys(secretFileSettings)) {
    const file = variables[name];
    const target = name.replace(/_FILE$/, '');
    if (file === undefined) continue;
    if (variables[target] !== undefined) return `${name}: cannot be set together with ${target}`;
    try {
      merged[target] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      return `${name}: ${reasonOf(error)}`;
    }
    if (merged[target] === '') return `${name}: the file is empty`;
  }
  return merged;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'the file is not readable by the user of the service';
  return `the file cannot be read (${code})`;
}
