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
 * case, lower case, digits and anything else, and not the old one.
 * @param password - as typed.
 * @param oldPassword - the one it replaces; null where it is not known, such as after a reset by code.
 */
export function newPasswordProblem(password: string, oldPassword: string | null): PasswordProblem | null {
  if (password === '') return 'login.password_required';
  const length = lengthOf(password);
  if (length < limits.password.newLeast) return 'login.password_too_short';
  if (length > limits.password.newMost) return 'login.password_too_long';
  if (passwordKinds(password) < leastKinds) return 'login.password_too_simple';
  return password === oldPassword ? 'login.password_unchanged' : null;
}

/** How many kinds a new password needs at least, of those that {@link passwordKinds} counts. */
export const leastKinds = 2;

/** How many of upper case, lower case, digits and anything else a password has. */
export function passwordKinds(password: string): number {
  return classes.filter((one) => one.test(password)).length;
}

/**
 * What is wrong with a filled-in change of password, the first fault in the order of its fields.
 * @param form - `oldPassword` is null where a code stands for it.
 */
export function passwordChangeProblem(form: {
  readonly oldPassword: string | null;
  readonly newPassword: string;
  readonly confirmation: string;
}): PasswordProblem | null {
  if (form.oldPassword === '') return 'login.old_password_required';
  const problem = newPasswordProblem(form.newPassword, form.oldPassword);
  if (problem !== null) return problem;
  return form.confirmation === form.newPassword ? null : 'login.password_mismatch';
}

/** The bounds that the texts of length problems speak of. */
export function passwordBounds(purpose: 'login' | 'new'): { minimum: number; maximum: number } {
  const { loginLeast, newLeast, newMost } = limits.password;
  return { minimum: purpose === 'login' ? loginLeast : newLeast, maximum: newMost };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
