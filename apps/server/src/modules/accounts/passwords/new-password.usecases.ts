import { newPasswordProblem, type PasswordRules, passwordBounds } from '@sealflow/domain/passwords';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { isEasilyGuessed } from './password-strength.util.ts';

/** Requirements of this deployment for new passwords. */
export interface PasswordPolicy {
  readonly rules: PasswordRules;
  /** Words of the operator that a password must not be based on. */
  readonly words: readonly string[];
  /** Whether the operator's list of breached passwords contains the password. */
  readonly isBreached: (password: string) => Promise<boolean>;
}

/**
 * Checks a new password without reading the account, so that the result reveals nothing about the account.
 * @throws ServiceError `login.password_…`.
 */
export function assertPasswordRules(
  { rules }: PasswordPolicy,
  { newPassword, oldPassword }: { newPassword: string; oldPassword: string | null },
): void {
  const problem = newPasswordProblem(newPassword, oldPassword, rules);
  if (problem) throw new ServiceError(problem, passwordBounds('new', rules));
}

/**
 * Asserts that a new password is neither easily guessed nor breached.
 * @param personalWords - names and contacts of the person, and the names of their tenants.
 * @throws ServiceError `login.password_too_simple`.
 */
export async function assertPasswordStrength(
  { words, isBreached }: PasswordPolicy,
  newPassword: string,
  personalWords: readonly (string | null | undefined)[],
): Promise<void> {
  const forbiddenWords = words.concat(personalWords.filter((word) => typeof word === 'string'));
  if ((await isEasilyGuessed(newPassword, forbiddenWords)) || (await isBreached(newPassword)))
    throw new ServiceError('login.password_too_simple');
}
