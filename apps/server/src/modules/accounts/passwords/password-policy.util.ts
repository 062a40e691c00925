import { readFile } from 'node:fs/promises';
import { passwordRuleSets } from '@sealflow/domain/passwords';
import { type Config, ConfigError } from '../../../infra/config/config.schemas.ts';
import { createBreachedPasswordCheck } from './breached-passwords.util.ts';
import type { PasswordPolicy } from './new-password.usecases.ts';

/**
 * Reads the password policy of the configuration.
 * @param onReadError - called with the reason where the list of breached passwords cannot be read later.
 * @throws ConfigError where a configured file cannot be read.
 */
export async function readPasswordPolicy(
  { passwords: { rules, wordsFile, breachedFile } }: Pick<Config, 'passwords'>,
  onReadError: (reason: string) => void,
): Promise<PasswordPolicy> {
  return {
    rules: passwordRuleSets[rules],
    words: await readWords(wordsFile),
    isBreached: await createBreachedPasswordCheck(breachedFile, onReadError),
  };
}

async function readWords(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError('PASSWORD_WORDS_FILE must name a readable file');
  });
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
