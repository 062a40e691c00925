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
  const refreshEnds = new Set([
    'login.tenant_access_denied',
    'login.please_switch_to_actual_tenant',
    'login.incorrect_username_or_password',
    'login.user_password_changed',
    'login.account_not_found',
    'login.signature_is_invalid',
  ]);

  it('ends the session only for the six refresh failures of section 8', () => {
    for (const code of Object.keys(errorCatalogue).filter(isErrorCode)) {
      expect([code, decideFailure('refresh', code)]).toEqual([
        code,
        refreshEnds.has(code) ? 'pwdlogin' : 'networkerror',
      ]);
    }
  });

  it('ends the session only for an invalid signature when the user cannot be loaded', () => {
    for (const code of Object.keys(errorCatalogue).filter(isErrorCode)) {
      const ends = code === 'login.signature_is_invalid';
      expect([code, decideFailure('user', code)]).toEqual([code, ends ? 'pwdlogin' : 'networkerror']);
    }
  });
});
