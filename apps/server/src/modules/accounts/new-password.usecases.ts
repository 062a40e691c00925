import { newPasswordProblem, passwordBounds } from '@sealflow/domain/passwords';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { isEasilyGuessed } from './password-strength.adapter.ts';

/**
 * What can be said of a new password before anything is looked up: it tells nothing of the account.
 * @throws ServiceError `login.password_…`.
 */
export function demandRules(newPassword: string, oldPassword: string | null): void {
  const problem = newPasswordProblem(newPassword, oldPassword);
  if (problem) throw new ServiceError(problem, passwordBounds('new'));
}

/**
 * @param words - what the person and their tenants are called.
 * @throws ServiceError `login.password_too_simple`.
 */
export async function demandStrength(
  newPassword: string,
  words: readonly (string | null | undefined)[],
): Promise<void> {
  const own = words.filter((word) => typeof word === 'string');
  if (await isEasilyGuessed(newPassword, own)) throw new ServiceError('login.password_too_simple');
}
