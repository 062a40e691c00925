import { expect, test } from 'vitest';
import { decideUpdate, packageName } from './updates.ts';

test.each([
  ['a newer release of three numbers', '1.2.3.4', '1.3.0', false, 'offer'],
  ['a newer release of four numbers', '1.2.3.4', '1.2.4.0', false, 'offer'],
  ['newer by number, not by text', '1.9.0.0', '1.10.0', false, 'offer'],
  ['a newer one for an app of three numbers', '1.2.3', '1.3.0', false, 'offer'],
  ['the newer one, put off', '1.2.3.4', '1.3.0', true, 'hotUpdate'],
  ['the newer one, put off by an app of three numbers', '1.2.3', '1.3.0', true, 'nothing'],
  ['the same in three numbers', '1.2.3.4', '1.2.3', false, 'hotUpdate'],
  ['only the fourth number above: code, no app', '1.2.3.4', '1.2.3.9', false, 'hotUpdate'],
  ['an older one', '1.2.3.4', '1.2.2', false, 'hotUpdate'],
  ['the same for an app of three numbers', '1.2.3', '1.2.3', false, 'nothing'],
  ['an older one of two numbers', '1.2.3.4', '1.2', false, 'nothing'],
  ['a newer one of two numbers', '1.2.3.4', '1.3', false, 'offer'],
  ['five numbers', '1.2.3.4', '1.2.3.4.5', false, 'nothing'],
  ['no release', '1.2.3.4', '', false, 'nothing'],
  ['no version of one’s own', '', '1.3.0', false, 'nothing'],
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
])('the package of %j is named %j', (version, name) => {
  expect(packageName(version)).toBe(name);
});
