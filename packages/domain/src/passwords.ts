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

/** What a deployment asks of new passwords. */
export interface PasswordRules {
  /** Characters at least and at most. */
  readonly least: number;
  readonly most: number;
  /** How many kinds it has at least, of those that {@link passwordKinds} counts. */
  readonly kinds: number;
}

/** Those of section 5, and what stands in their place where a deployment goes by length alone (OWASP ASVS 5.0, 6.2.5 and 6.2.9). */
export const passwordRuleSets = {
  specification: { least: limits.password.newLeast, most: limits.password.newMost, kinds: 2 },
  length: { least: limits.password.newLeast, most: 128, kinds: 1 },
} as const satisfies Record<string, PasswordRules>;

const classes = [/[A-Z]/u, /[a-z]/u, /[0-9]/u, /[^A-Za-z0-9]/u];

/**
 * What keeps a password from being tried at sign-in (section 5): nothing but its absence and its length.
 * @param password - as typed; characters are counted, not UTF-16 units.
 */
export function loginPasswordProblem(password: string): PasswordProblem | null {
  if (password === '') return 'login.password_required';
  return lengthOf(password) < limits.password.loginLeast ? 'login.password_too_short' : null;
}

/**
 * What keeps a password from becoming the new one (section 5): 8 to 32 characters with at least two of upper
 * case, lower case, digits and anything else, where the deployment asks for nothing else; and not the old one.
 * @param password - as typed.
 * @param oldPassword - the one it replaces; null where it is not known, such as after a reset by code.
 */
export function newPasswordProblem(
  password: string,
  oldPassword: string | null,
  rules: PasswordRules = passwordRuleSets.specification,
): PasswordProblem | null {
  if (password === '') return 'login.password_required';
  const length = lengthOf(password);
  if (length < rules.least) return 'login.password_too_short';
  if (length > rules.most) return 'login.password_too_long';
  if (passwordKinds(password) < rules.kinds) return 'login.password_too_simple';
  return password === oldPassword ? 'login.password_unchanged' : null;
}

/** How many of upper case, lower case, digits and anything else a password has. */
export function passwordKinds(password: string): number {
  return classes.filter((one) => one.test(password)).length;
}

/**
 * What is wrong with a filled-in change of password, the first fault in the order of its fields.
 * @param form - `oldPassword` is null where a code stands for it.
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

/** The bounds that the texts of length problems speak of. */
export function passwordBounds(
  purpose: 'login' | 'new',
  { least, most }: PasswordRules = passwordRuleSets.specification,
): { minimum: number; maximum: number } {
  return { minimum: purpose === 'login' ? limits.password.loginLeast : least, maximum: most };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
