import type { Message } from '@sealflow/contract';
import { expect, it } from 'vitest';
import { isFoldable, isGroupStart } from './messages.rules.ts';
import { linkTarget } from './open-link.hook.ts';

const at = (createAt: number) => ({ createAt }) as Message;

it('shows the time above the first message and after a pause of more than five minutes', () => {
  expect(isGroupStart(undefined, at(0))).toBe(true);
  expect(isGroupStart(at(0), at(300_000))).toBe(false);
  expect(isGroupStart(at(0), at(300_001))).toBe(true);
});

it('links to the screen for the dialect of the tenant', () => {
  const link = { kind: 'task', tid: 't1', flowID: 'f 1', taskID: 'k1' } as const;
  expect(linkTarget(link, 'eds-pro_16.2')).toBe('/flowinfo16?flowID=f+1&taskID=k1');
  expect(linkTarget({ ...link, taskID: null }, 'eds-pro_15.4')).toBe('/flowinfo?flowID=f+1');
});

it('folds texts that are long or have many lines', () => {
  expect(isFoldable('字'.repeat(420))).toBe(false);
  expect(isFoldable('字'.repeat(421))).toBe(true);
  expect(isFoldable('一\n'.repeat(11))).toBe(false);
  expect(isFoldable('一\n'.repeat(12))).toBe(true);
});
