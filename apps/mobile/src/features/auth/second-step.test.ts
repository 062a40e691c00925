import { expect, it } from 'vitest';
import { ApiError } from '../../platform/api/index.ts';
import { codeHalfWay, forgetHalfWay, keepHalfWay, passwordHalfWay, useHalfWay } from './half-way.store.ts';
import { targetsIn } from './second-step.rules.ts';

const refusal = (code: ApiError['code']) => new ApiError({ kind: 'http', code, message: '' });
const half = refusal('login.second_factor_required');

it('names where a code can go, the phone first', () => {
  const [sms, email] = [
    { channel: 'sms', masked: '138****5678', challenge: 'c' },
    { channel: 'email', masked: 'l***@example.com', challenge: 'c' },
  ];
  expect(targetsIn({ factor: 'code', challenge: 'c', mobileNo: '138****5678' })).toEqual([sms]);
  expect(targetsIn({ challenge: 'c', email: 'l***@example.com', mobileNo: '138****5678' })).toEqual([
    sms,
    email,
  ]);
});

it('keeps what was shown only while the other half is missing, and gives it back to whose it is', () => {
  const to = { mobileNo: '+8613812345678' };
  expect(keepHalfWay(half, { username: 'li', password: 'secret123' })).toBe(true);
  expect([passwordHalfWay(' li'), passwordHalfWay('wang'), codeHalfWay(to)]).toEqual(['secret123', '', '']);
  expect(keepHalfWay(half, { to, code: '123456' })).toBe(true);
  expect([codeHalfWay(to), codeHalfWay({ email: 'li@example.com' }), codeHalfWay(null)]).toEqual([
    '123456',
    '',
    '',
  ]);
  expect(keepHalfWay(refusal('login.account_locked'), { to, code: '123456' })).toBe(false);
  expect(useHalfWay.getState().step).toBeNull();
  keepHalfWay(half, { to, code: '123456' });
  forgetHalfWay();
  expect(codeHalfWay(to)).toBe('');
});
