import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  loginPasswordProblem,
  newPasswordProblem,
  passwordBounds,
  passwordChangeProblem,
  passwordRuleSets,
} from './passwords.ts';

test.each([
  ['', 'login.password_required'],
  ['12345', 'login.password_too_short'],
  ['123456', null],
  ['密码密码密码', null],
  ['😀😀😀', 'login.password_too_short'],
])('sign-in with %j: %s', (password, problem) => {
  expect(loginPasswordProblem(password)).toBe(problem);
});

describe('a new password', () => {
  test.each([
    ['', 'login.password_required'],
    ['Abcdef1', 'login.password_too_short'],
    ['Abcdef12', null],
    ['abcdefgh', 'login.password_too_simple'],
    ['ABCDEFGH', 'login.password_too_simple'],
    ['12345678', 'login.password_too_simple'],
    ['!!!!!!!!', 'login.password_too_simple'],
    ['密码密码密码密码', 'login.password_too_simple'],
    ['abcdefg1', null],
    ['ABCDEFGh', null],
    ['1234567!', null],
    ['1234567 ', null],
    [`a1${'x'.repeat(30)}`, null],
    [`a1${'x'.repeat(31)}`, 'login.password_too_long'],
  ])('%j: %s', (password, problem) => {
    expect(newPasswordProblem(password, null)).toBe(problem);
  });

  test.each([
    ['密码密码密码密码', null],
    ['abcdefgh', null],
    ['abcdefg', 'login.password_too_short'],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'login.password_too_long'],
  ])('with the length rule only, %j: %s', (password, problem) => {
    expect(newPasswordProblem(password, null, passwordRuleSets.length)).toBe(problem);
  });

  test('is never the old one', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 32 }), (password) => {
        expect(newPasswordProblem(password, password)).not.toBeNull();
      }),
    );
  });
});

test.each([
  ['', 'Abcdef12', 'Abcdef12', 'login.old_password_required'],
  ['Abcdef12', 'Abcdef12', 'Abcdef12', 'login.password_unchanged'],
  ['Abcdef11', 'Abcdef12', 'Abcdef13', 'login.password_mismatch'],
  ['Abcdef11', 'Abcdef12', 'Abcdef12', null],
  [null, 'Abcdef12', 'Abcdef12', null],
])('changing %j to %j, confirmed by %j: %s', (oldPassword, newPassword, confirmation, problem) => {
  expect(passwordChangeProblem({ oldPassword, newPassword, confirmation })).toBe(problem);
});

test('passwordBounds returns the bounds of the rules', () => {
  expect([passwordBounds('login'), passwordBounds('new')]).toEqual([
    { minimum: 6, maximum: 32 },
    { minimum: 8, maximum: 32 },
  ]);
});
