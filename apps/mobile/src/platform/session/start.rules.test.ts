import { errorCatalogue, isErrorCode } from '@sealflow/domain/errors';
import { describe, expect, it } from 'vitest';
import { decideFailure, decideStart } from './start.rules.ts';

const now = 1_000_000;

describe('start decision', () => {
  it.each([
    [{ token: null, expire: null }, 'missing'],
    [{ token: null, expire: now + 1 }, 'missing'],
    [{ token: '', expire: now + 1 }, 'missing'],
    [{ token: 'a', expire: null }, 'missing'],
    [{ token: 'a', expire: Number.NaN }, 'missing'],
    [{ token: 'a', expire: now - 1 }, 'expired'],
    [{ token: 'a', expire: now }, 'expired'],
    [{ token: 'a', expire: now + 1 }, 'refresh'],
  ] as const)('for %j is %s', (stored, decision) => {
    expect(decideStart(stored, now)).toBe(decision);
  });
});

describe('start failure', () => {
  const codes = Object.keys(errorCatalogue).filter(isErrorCode);
  const codesThatLeadTo = (screen: ReturnType<typeof decideFailure>, step: 'refresh' | 'user') =>
    codes.filter((code) => decideFailure(step, code) === screen).toSorted();

  it('ends the session only for the six refresh failures of section 8', () => {
    expect(codesThatLeadTo('pwdlogin', 'refresh')).toEqual([
      'login.account_not_found',
      'login.incorrect_username_or_password',
      'login.please_switch_to_actual_tenant',
      'login.signature_is_invalid',
      'login.tenant_access_denied',
      'login.user_password_changed',
    ]);
    expect(codesThatLeadTo('networkerror', 'refresh')).toHaveLength(codes.length - 6);
  });

  it('ends the session only for an invalid signature when the user cannot be loaded', () => {
    expect(codesThatLeadTo('pwdlogin', 'user')).toEqual(['login.signature_is_invalid']);
    expect(codesThatLeadTo('networkerror', 'user')).toHaveLength(codes.length - 1);
  });
});
