import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { chromiumLaunchOptions } from './chromium.mjs';

it('disables every feature that Playwright disables, because Chromium reads the last list only', () => {
  const playwright = readFileSync(
    createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'),
    'utf8',
  );
  const [, list = ''] = /disabledFeatures = \[(.*?)\]\.filter\(Boolean\)/su.exec(playwright) ?? [];
  const ofPlaywright = Array.from(list.matchAll(/^\s*"(\w+)"/gmu), ([, name]) => name);
  expect(ofPlaywright.length).toBeGreaterThan(10);
  const option = chromiumLaunchOptions().args.find((arg) => arg.startsWith('--disable-features='));
  const ours = option?.split('=')[1]?.split(',') ?? [];
  // The names with `ms` are features of Edge.
  expect(ofPlaywright.filter((name) => !name.startsWith('ms') && !ours.includes(name))).toEqual([]);
});
