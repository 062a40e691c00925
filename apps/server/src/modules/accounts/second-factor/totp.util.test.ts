import { expect, it } from 'vitest';
import { createRecoveryCodes, matchTotpStep, recoveryCodeDigest } from './totp.util.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1; the last six of eight digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('accepts the code of RFC 6238 at %i s', (seconds, code) => {
  const now = seconds * 1000;
  expect(matchTotpStep(secret, code, { now, lastStep: null })).toBe(Math.floor(seconds / 30));
});

it('tolerates one step and rejects two', () => {
  const match = (seconds: number) => matchTotpStep(secret, '287082', { now: seconds * 1000, lastStep: null });
  expect([0, 30, 89].map(match)).toEqual([1, 1, 1]);
  expect(match(90)).toBeUndefined();
});

it('rejects the code of a used step and of an earlier one', () => {
  const match = (lastStep: number) => matchTotpStep(secret, '287082', { now: 59_000, lastStep });
  expect([0, 1, 2].map(match)).toEqual([1, undefined, undefined]);
});

it.each(['', '28708', '2870820', '28708x', '٢٨٧٠٨٢'])('rejects the malformed code "%s"', (code) => {
  expect(matchTotpStep(secret, code, { now: 59_000, lastStep: null })).toBeUndefined();
});

it('creates recovery codes that differ, and reads them as people type them', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  const [code = ''] = codes;
  expect(code).toMatch(/^(?:[2-9a-z]{4}-){5}[2-9a-z]{4}$/);
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
  expect(recoveryCodeDigest(typed)).toEqual(recoveryCodeDigest(code));
});
