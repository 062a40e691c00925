import { newPasswordProblem, type PasswordRules, passwordBounds } from '@sealflow/domain/passwords';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { isEasilyGuessed } from './password-strength.adapter.ts';

/** What this deployment asks of new passwords. */
export interface PasswordPolicy {
  readonly rules: PasswordRules;
  /** The operator's words, which no password may lean on. */
  readonly words: readonly string[];
  /** Whether the operator's list of leaked passwords has this one. */
  readonly isBreached: (password: string) => Promise<boolean>;
}

/**
 * What can be said of a new password before anything is looked up: it tells nothing of the account.
 * @throws ServiceError `login.password_…`.
 */
export function demandRules(
  { rules }: PasswordPolicy,
  { newPassword, oldPassword }: { newPassword: string; oldPassword: string | null },
): void {
  const problem = newPasswordProblem(newPassword, oldPassword, rules);
  if (problem) throw new ServiceError(problem, passwordBounds('new', rules));
}

/**
 * @param own - what the person and their tenants are called.
 * @throws ServiceError `login.password_too_simple`.
 */
export async function demandStrength(
  { words, isBreached }: PasswordPolicy,
  newPassword: string,
  own: readonly (string | null | undefined)[],
): Promise<void> {
  const refused = words.concat(own.filter((word) => typeof word === 'string'));
  if ((await isEasilyGuessed(newPassword, refused)) || (await isBreached(newPassword)))
    throw new ServiceError('login.password_too_simple');
}
