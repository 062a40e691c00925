import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/index.ts';
import {
  clearPendingSignIn,
  pendingCode,
  pendingPassword,
  rememberPendingSignIn,
  usePendingSecondFactor,
} from './pending-second-factor.store.ts';
import { acceptsTotp, secondFactorTargets, totpCredentials } from './second-step.rules.ts';

const refusal = (code: ApiError['code']) => new ApiError({ kind: 'http', code, message: '' });
const half = refusal('login.second_factor_required');

it('lists the targets for a code with the phone first', () => {
  const [sms, email] = [
    { channel: 'sms', masked: '138****5678', challenge: 'c' },
    { channel: 'email', masked: 'l***@example.com', challenge: 'c' },
  ];
  expect(secondFactorTargets({ factor: 'code', challenge: 'c', mobileNo: '138****5678' })).toEqual([sms]);
  expect(secondFactorTargets({ challenge: 'c', email: 'l***@example.com', mobileNo: '138****5678' })).toEqual(
    [sms, email],
  );
});

it('keeps the first factor only while the second is missing, and only for the same account', () => {
  const to = { mobileNo: '+8613812345678' };
  expect(rememberPendingSignIn(half, { username: 'li', password: 'secret123' })).toBe(true);
  expect([pendingPassword(' li'), pendingPassword('wang'), pendingCode(to)]).toEqual(['secret123', '', '']);
  expect(rememberPendingSignIn(half, { to, code: '123456' })).toBe(true);
  expect([pendingCode(to), pendingCode({ email: 'li@example.com' }), pendingCode(null)]).toEqual([
    '123456',
    '',
    '',
  ]);
  expect(rememberPendingSignIn(refusal('login.account_locked'), { to, code: '123456' })).toBe(false);
  expect(usePendingSecondFactor.getState().pending).toBeNull();
  rememberPendingSignIn(half, { to, code: '123456' });
  clearPendingSignIn();
  expect(pendingCode(to)).toBe('');
});

it('accepts a code of the authenticator app where the account has one, or a recovery code', () => {
  expect([acceptsTotp({ totp: 'enrolled' }), acceptsTotp({ factor: 'code' })]).toEqual([true, false]);
  expect(totpCredentials(' 123 456')).toEqual({ totp: '123456' });
  expect(totpCredentials(' abcd-2345 ')).toEqual({ recoveryCode: 'abcd-2345' });
});
