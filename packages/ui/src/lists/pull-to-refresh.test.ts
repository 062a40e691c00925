import { expect, it } from 'vitest';
import { pullStateAt } from './pull-to-refresh.hook.ts';

it('moves by half of the pull, and is ready from 70 px on', () => {
  expect(pullStateAt(-5)).toEqual({ phase: 'idle', distance: 0 });
  expect(pullStateAt(100)).toEqual({ phase: 'pulling', distance: 50 });
  expect(pullStateAt(139)).toEqual({ phase: 'pulling', distance: 69.5 });
  expect(pullStateAt(140)).toEqual({ phase: 'ready', distance: 70 });
  expect(pullStateAt(1000)).toEqual({ phase: 'ready', distance: 120 });
});
