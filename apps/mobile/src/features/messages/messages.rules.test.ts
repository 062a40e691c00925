import type { Message } from '@sealflow/contract';
import { expect, it } from 'vitest';
import { startsGroup } from './messages.rules.ts';
import { linkTarget } from './open-link.hook.ts';

const at = (createAt: number) => ({ createAt }) as Message;

it('shows the time above the first message and after a pause of five minutes', () => {
  expect(startsGroup(undefined, at(0))).toBe(true);
  expect(startsGroup(at(0), at(300_000))).toBe(false);
  expect(startsGroup(at(0), at(300_001))).toBe(true);
});

it('leads to the screen of the tenant’s dialect', () => {
  const link = { kind: 'task', tid: 't1', flowID: 'f 1', taskID: 'k1' } as const;
  expect(linkTarget(link, 'eds-pro_16.2')).toBe('/flowinfo16?flowID=f+1&taskID=k1');
  expect(linkTarget({ ...link, taskID: null }, 'eds-pro_15.4')).toBe('/flowinfo?flowID=f+1');
});
