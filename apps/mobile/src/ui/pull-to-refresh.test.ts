import { expect, it } from 'vitest';
import { pullAt } from './pull-to-refresh.hook.ts';

it('gives half of the pull, and is ready from 70 px on', () => {
  expect(pullAt(-5)).toEqual({ phase: 'idle', distance: 0 });
  expect(pullAt(100)).toEqual({ phase: 'pulling', distance: 50 });
  expect(pullAt(139)).toEqual({ phase: 'pulling', distance: 69.5 });
  expect(pullAt(140)).toEqual({ phase: 'ready', distance: 70 });
  expect(pullAt(1000)).toEqual({ phase: 'ready', distance: 120 });
});
