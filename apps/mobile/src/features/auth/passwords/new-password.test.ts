import { passwordRuleSets } from '@sealflow/domain/passwords';
import { describe, expect, it } from 'vitest';
import { checkNewPassword, passwordRuleStates } from './new-password.rules.ts';

const { specification } = passwordRuleSets;

const typed = (newPassword: string, confirmation = newPassword, oldPassword: string | null = null) => ({
  newPassword,
  confirmation,
  oldPassword,
});

describe('faults of a new password by field', () => {
  it.each([
    [typed('', '', ''), { oldPassword: 'old_password_required', newPassword: 'password_required' }],
    [typed('Ab1', 'Ab2'), { newPassword: 'password_too_short', confirmation: 'password_mismatch' }],
    [typed('a1'.repeat(17)), { newPassword: 'password_too_long' }],
    [typed('abcdefgh'), { newPassword: 'password_too_simple' }],
    [typed('abcdefg1', '', 'x'), { confirmation: 'password_mismatch' }],
    [typed('abcdefg1', 'abcdefg1', 'abcdefg1'), { newPassword: 'password_unchanged' }],
    [typed('abcdefg1', 'abcdefg1', 'other'), {}],
    [typed('密码密码密码密码1'), {}],
  ])('returns for %j the faults %j', (form, expected) => {
    const found = Object.entries(checkNewPassword(form, specification)).map(([name, { code }]) => [
      name,
      code,
    ]);
    const wanted = Object.entries(expected).map(([name, code]) => [name, `login.${code}`]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  });
});

describe('met password rules', () => {
  const met = (form: ReturnType<typeof typed>) =>
    passwordRuleStates(form, specification)
      .filter((rule) => rule.isMet)
      .map(({ name }) => name);

  it.each([
    [typed(''), []],
    [typed('a', ''), []],
    [typed('a1', ''), ['kinds']],
    [typed('abcdefgh', ''), ['length']],
    [typed('abcdefg1', 'abcdefg'), ['length', 'kinds']],
    [typed('abcdefg1'), ['length', 'kinds', 'same']],
    [typed(`a1${'x'.repeat(40)}`, ''), ['kinds']],
    [typed(`${'x'.repeat(40)}1`, ''), ['kinds']],
    [typed('abcdefg1', 'abcdefg1', ''), ['length', 'kinds', 'same']],
    [typed('abcdefg1', 'abcdefg1', 'other'), ['length', 'kinds', 'differs', 'same']],
  ])('returns for %j the met rules %j', (form, expected) => {
    expect(met(form)).toEqual(expected);
  });
});

it('requires no character classes where a deployment checks only the length', () => {
  const names = passwordRuleStates(typed('密码密码密码密码'), passwordRuleSets.length).map(
    ({ name, isMet }) => [name, isMet],
  );
  expect(names).toEqual([
    ['length', true],
    ['same', true],
  ]);
  expect(checkNewPassword(typed('密码密码密码密码'), passwordRuleSets.length)).toEqual({});
});
