import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';

export type PasswordProblem = Extract<
  ErrorCode,
  | 'login.password_required'
  | 'login.old_password_required'
  | 'login.password_too_short'
  | 'login.password_too_long'
  | 'login.password_too_simple'
  | 'login.password_unchanged'
  | 'login.password_mismatch'
>;

/** The requirements of a deployment for new passwords. */
export interface PasswordRules {
  /** Minimum and maximum number of characters. */
  readonly least: number;
  readonly most: number;
  /** Minimum number of character kinds, see {@link passwordKinds}. */
  readonly kinds: number;
}

/**
 * The rules of section 5, and their replacement for deployments that require length only (OWASP ASVS 5.0, 6.2.5 and
 * 6.2.9).
 */
export const passwordRuleSets = {
  specification: { least: limits.password.minNewLength, most: limits.password.maxNewLength, kinds: 2 },
  length: { least: limits.password.minNewLength, most: 128, kinds: 1 },
} as const satisfies Record<string, PasswordRules>;

const characterClasses = [/[A-Z]/u, /[a-z]/u, /[0-9]/u, /[^A-Za-z0-9]/u];

/**
 * The problem that prevents a sign-in attempt (section 5): only a missing password, or its length.
 * @param password - as typed. Its length is counted in characters, not in UTF-16 units.
 */
export function loginPasswordProblem(password: string): PasswordProblem | null {
  if (password === '') return 'login.password_required';
  return characterCount(password) < limits.password.minLoginLength ? 'login.password_too_short' : null;
}

/**
 * The problem that prevents a new password (section 5). Default rules: 8 to 32 characters of at least two kinds out of
 * upper case, lower case, digits and others. It must also differ from the old password.
 * @param password - as typed.
 * @param oldPassword - the replaced password; null if unknown, for example at a reset by code.
 */
export function newPasswordProblem(
  password: string,
  oldPassword: string | null,
  rules: PasswordRules = passwordRuleSets.specification,
): PasswordProblem | null {
  if (password === '') return 'login.password_required';
  const length = characterCount(password);
  if (length < rules.least) return 'login.password_too_short';
  if (length > rules.most) return 'login.password_too_long';
  if (passwordKinds(password) < rules.kinds) return 'login.password_too_simple';
  return password === oldPassword ? 'login.password_unchanged' : null;
}

/** The number of character kinds in a password: upper case, lower case, digits and others. */
export function passwordKinds(password: string): number {
  return characterClasses.filter((one) => one.test(password)).length;
}

/**
 * The first problem of a filled-in password form, in field order.
 * @param form - `oldPassword` is null if a code replaces it.
 */
export function passwordChangeProblem(
  form: {
    readonly oldPassword: string | null;
    readonly newPassword: string;
    readonly confirmation: string;
  },
  rules: PasswordRules = passwordRuleSets.specification,
): PasswordProblem | null {
  if (form.oldPassword === '') return 'login.old_password_required';
  const problem = newPasswordProblem(form.newPassword, form.oldPassword, rules);
  if (problem !== null) return problem;
  return form.confirmation === form.newPassword ? null : 'login.password_mismatch';
}

/** The limits to which the texts of length problems refer. */
export function passwordBounds(
  purpose: 'login' | 'new',
  { least, most }: PasswordRules = passwordRuleSets.specification,
): { minimum: number; maximum: number } {
  return { minimum: purpose === 'login' ? limits.password.minLoginLength : least, maximum: most };
}

function characterCount(text: string): number {
  return Array.from(text).length;
}
