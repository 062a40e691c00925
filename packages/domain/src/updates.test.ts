import { expect, test } from 'vitest';
import { apkFileName, decideUpdate, hotUpdateFolderName, isHotUpdateApplicable } from './updates.ts';

test.each([
  ['a newer release of three numbers', '1.2.3.4', '1.3.0', false, 'offer'],
  ['a newer release of four numbers', '1.2.3.4', '1.2.4.0', false, 'offer'],
  ['newer by number, not by text', '1.9.0.0', '1.10.0', false, 'offer'],
  ['a newer release for an app of three numbers', '1.2.3', '1.3.0', false, 'offer'],
  ['the newer release, postponed', '1.2.3.4', '1.3.0', true, 'hotUpdate'],
  ['the newer release, postponed by an app of three numbers', '1.2.3', '1.3.0', true, 'nothing'],
  ['the same release in three numbers', '1.2.3.4', '1.2.3', false, 'hotUpdate'],
  ['only the fourth number above: code, no app', '1.2.3.4', '1.2.3.9', false, 'hotUpdate'],
  ['an older release', '1.2.3.4', '1.2.2', false, 'hotUpdate'],
  ['the same release for an app of three numbers', '1.2.3', '1.2.3', false, 'nothing'],
  ['an older release of two numbers', '1.2.3.4', '1.2', false, 'nothing'],
  ['a newer release of two numbers', '1.2.3.4', '1.3', false, 'offer'],
  ['five numbers', '1.2.3.4', '1.2.3.4.5', false, 'nothing'],
  ['no release', '1.2.3.4', '', false, 'nothing'],
  ['an app without a version', '', '1.3.0', false, 'nothing'],
  ['no number', '1.2.3.x', '1.2.3', false, 'nothing'],
] as const)('%s', (_, localVersion, serverVersion, putOff, step) => {
  expect(decideUpdate({ localVersion, serverVersion, putOff })).toBe(step);
});

test.each([
  ['1.2.3', 'sealflow-1.2.3.apk'],
  ['1.2.3.4', 'sealflow-1.2.3.4.apk'],
  ['', null],
  ['../1.2.3', null],
  ['1.2.3.4.5', null],
  ['12.34.56', 'sealflow-12.34.56.apk'],
  ['123456789', 'sealflow-123456789.apk'],
  ['1234567890', null],
  ['1.1234567890', null],
  ['1.2.x', null],
  ['1.2/3', null],
])('the package of %j is named %j', (version, name) => {
  expect(apkFileName(version)).toBe(name);
});

const sha256 = '0123456789abcdef'.repeat(4);

test.each([
  ['the next build', { version: '1.2.3.5' }, true],
  ['the same build', { version: '1.2.3.4' }, false],
  ['an older build', { version: '1.2.3.3' }, false],
  ['newer by number, not by text', { version: '1.2.3.10' }, true],
  ['of three numbers, above', { version: '1.2.4' }, true],
  ['of three numbers, which is the build 0', { version: '1.2.3' }, false],
  ['for a newer shell', { version: '1.3.0.0', minAppVer: '1.3.0' }, false],
  ['for an older shell', { version: '1.3.0.0', minAppVer: '1.1.9' }, true],
  ['for this shell, by the number of a build', { version: '1.2.0.9', minAppVer: '1.2.0.9' }, false],
  ['for this shell, whatever the build', { version: '1.2.3.9', minAppVer: '1.2.0.9' }, true],
  ['without a minimum shell version', { version: '1.3.0.0', minAppVer: '' }, false],
  ['of two numbers', { version: '1.3' }, false],
  ['of five numbers', { version: '1.3.0.0.1' }, false],
  ['of no number', { version: '1.3.x.0' }, false],
  ['without a version', { version: '' }, false],
  ['without a signature', { version: '1.2.3.5', signature: '' }, false],
  ['without a digest', { version: '1.2.3.5', sha256: '' }, false],
  ['with a digest that is too long', { version: '1.2.3.5', sha256: `${sha256}0` }, false],
  ['with a prefix before the digest', { version: '1.2.3.5', sha256: `x${sha256}` }, false],
  ['with a digest in capitals', { version: '1.2.3.5', sha256: sha256.toUpperCase() }, false],
] as const)('code %s: %j', (_, offered, isTaken) => {
  const offer = { minAppVer: '1.2.0', sha256, signature: 'c2ln', ...offered };
  expect(isHotUpdateApplicable(offer, { running: '1.2.3.4', shell: '1.2.0' })).toBe(isTaken);
});

test('an app without a known version accepts no code', () => {
  const offer = { version: '1.2.3.5', minAppVer: '1.2.0', sha256, signature: 'c2ln' };
  expect(isHotUpdateApplicable(offer, { running: '', shell: '1.2.0' })).toBe(false);
  expect(isHotUpdateApplicable(offer, { running: '1.2.3.4', shell: '' })).toBe(false);
});

test('a code folder is named after its version and content', () => {
  expect(hotUpdateFolderName({ version: '1.2.3.5', sha256 })).toBe(
    '1.2.3.5-0123456789abcdef0123456789abcdef',
  );
  expect(hotUpdateFolderName({ version: '1.2.3.5', sha256: sha256.replace('0', '1') })).not.toBe(
    hotUpdateFolderName({ version: '1.2.3.5', sha256 }),
  );
});
