import { describe, expect, it } from 'vitest';
import { accountContacts, checkFields, fieldOfCodeError, parseContact } from './field-checks.rules.ts';

const codes = (
  problems: ReturnType<typeof checkFields<'address' | 'username' | 'password' | 'code' | 'agreed'>>,
) => Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problem.code]));

it.each([
  ['13812345678', 'any', { mobileNo: '+8613812345678' }],
  ['+86 138 1234 5678', 'phone', { mobileNo: '+8613812345678' }],
  ['li@Example.com', 'any', { email: 'li@example.com' }],
  ['li@example.com', 'phone', null],
  ['13812345678', 'email', null],
  ['138', 'any', null],
] as const)('parses %s as %s to %j', (text, kind, address) => {
  expect(parseContact(text, kind)).toEqual(address);
});

describe('field checks of section 5', () => {
  it.each([
    [
      { username: ' ', password: '', agreed: '' },
      ['username_empty', 'password_required', 'agreement_required'],
    ],
    [{ username: '', password: '123456', agreed: 'on' }, ['username_required']],
    [{ username: 'li', password: '12345', agreed: 'on' }, ['password_too_short']],
    [{ username: 'li', password: '123456', agreed: 'on' }, []],
    [{ address: '', code: '' }, ['field_required', 'code_required']],
    [{ address: '1381234', code: '1' }, ['phone_invalid']],
    [{ address: 'li@', code: '1' }, ['identifier_invalid']],
    [{ address: 'li@example.com', code: '123456', agreed: 'on' }, []],
  ])('return for %j the codes %j', (values, expected) => {
    const found = codes(checkFields(values as never));
    expect(Object.values(found)).toEqual(expected.map((code) => `login.${code}`));
  });

  it('reports an invalid phone number or address depending on the kind of the field', () => {
    expect(checkFields({ address: 'li' }, 'phone').address?.code).toBe('login.phone_invalid');
    expect(checkFields({ address: '138' }, 'email').address?.code).toBe('login.identifier_invalid');
  });
});

it.each([
  ['vcode.account_not_found', 'address'],
  ['login.phone_taken', 'address'],
  ['login.email_taken', 'address'],
  ['vcode.wait', 'code'],
  ['vemail.unknown_error', 'code'],
  ['vcode.daily_limit', 'code'],
  ['login.verification_code_error', 'code'],
  ['app.network_error', undefined],
  ['login.account_locked', undefined],
] as const)('maps %s to the field %s', (code, field) => {
  expect(fieldOfCodeError(code)).toBe(field);
});

it('lists the contacts of an account with the phone first', () => {
  expect(accountContacts({ mobileNo: '13812345678', email: 'li@example.com' })).toEqual([
    { mobileNo: '+8613812345678' },
    { email: 'li@example.com' },
  ]);
  expect(accountContacts({ mobileNo: null, email: null })).toEqual([]);
});
