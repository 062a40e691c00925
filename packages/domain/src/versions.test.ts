import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canHotUpdate, compareCodeVersions, compareVersions, isNewer, usesDialect16 } from './versions.ts';

test.each([
  ['1.10.0', '1.9.9', 1],
  ['1.2', '1.2.0', 0],
  ['1.2.3.9', '1.2.3.1', 0],
  ['2', '1.99.99', 1],
  ['1.x.1', '1.0.1', 0],
  ['1.x9.1', '1.0.1', 0],
  ['1.9x.1', '1.0.1', 0],
  [' 1.2.3 ', '1.2.3', 0],
  ['1.2.30', '1.2.4', 1],
  ['1.2.3', '1.2.4', -1],
])('%s against %s is %d', (one, other, sign) => {
  expect(Math.sign(compareVersions(one, other))).toBe(sign);
  expect(Math.sign(compareVersions(other, one))).toBe(sign === 0 ? 0 : -sign);
});

test('versions are ordered as their numbers', () => {
  const version = fc.tuple(fc.nat(200), fc.nat(200), fc.nat(200));
  fc.assert(
    fc.property(version, version, (one, other) => {
      const weight = ([a, b, c]: readonly [number, number, number]) => (a * 1_000 + b) * 1_000 + c;
      expect(Math.sign(compareVersions(one.join('.'), other.join('.')))).toBe(
        Math.sign(weight(one) - weight(other)),
      );
    }),
  );
});

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.0.9', '1.0.0.1', false],
  ['', '1.0.0', false],
  ['9.9.9', '', false],
  [' ', '1', false],
])('server %j over local %j: %s', (serverVersion, localVersion, newer) => {
  expect(isNewer(serverVersion, localVersion)).toBe(newer);
});

test.each([
  ['1.2.3.4', '1.2.3.3', 1],
  ['1.2.3.10', '1.2.3.9', 1],
  ['1.2.4.0', '1.2.3.9', 1],
  ['1.2.3', '1.2.3.0', 0],
  ['1.2.3', '1.2.3.1', -1],
  ['123456789.0.0', '123456788.0.0', 1],
])('code %s against %s is %d', (one, other, sign) => {
  expect(Math.sign(compareCodeVersions(one, other) ?? Number.NaN)).toBe(sign);
  expect(Math.sign(compareCodeVersions(other, one) ?? Number.NaN)).toBe(sign === 0 ? 0 : -sign);
});

test.each(['', '1.2', '1.2.3.4.5', 'v1.2.3', '1.2.3-rc', '1.x.3', '1.2.3.', '1.2.1234567890'])(
  'the invalid code version %j is not compared',
  (version) => {
    expect(compareCodeVersions(version, '1.2.3')).toBeNull();
    expect(compareCodeVersions('1.2.3', version)).toBeNull();
  },
);

test.each([
  ['10.20.30.40', '10.20.30', true],
  ['x1.2.3.4', '1.2.3', false],
  ['1.2.3.4x', '1.2.3', false],
  ['1.2.3.4', 'x1.2.3', false],
  ['1.2.3.4', '1.2.3x', false],
  ['1.2.3.4', '10.20.30.40', true],
  ['1.2.3.4', '1.2.3', true],
  ['1.2.3.4', '1.2.3.4', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.3.4', '1.2', false],
  ['1.2.3.4', '1.2.3.4.5', false],
  ['1.2.3.b', '1.2.3', false],
  ['1.2.3.4', '', false],
])('hot update of %s by %s: %s', (local, server, possible) => {
  expect(canHotUpdate(local, server)).toBe(possible);
});

test.each([
  ['eds-pro_16', true],
  ['eds-pro_16.2', true],
  ['eds-pro_15.4', false],
  ['of eds-pro_16', false],
  ['', false],
])('%j uses the newer dialect: %s', (version, speaks) => {
  expect(usesDialect16(version)).toBe(speaks);
});
