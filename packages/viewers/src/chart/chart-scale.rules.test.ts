import { expect, test } from 'vitest';
import { niceScale, ticksOf } from './chart-scale.rules.ts';

test.each([
  ['room above the largest value', [4.3, 2.5, 3.5, 4.5], {}, [0, 5, 0.5]],
  ['at most ten steps', [5, 1.8], {}, [0, 6, 1]],
  ['fewer steps where there is no room', [4.5, 2.5], { steps: 5 }, [0, 5, 1]],
  ['no zero for near values', [95, 97, 99], {}, [93, 100, 1]],
  ['zero for near values of areas', [95, 97, 99], { startsAtZero: true }, [0, 120, 20]],
  ['values on both sides', [-40, 70], {}, [-60, 80, 20]],
  ['negative values', [-4.5, -2.5], {}, [-5, 0, 0.5]],
  ['the ends of the file', [1, 2], { axis: { min: -1, max: 4, step: 2.5 } }, [-1, 4, 2.5]],
  ['no values', [], {}, [0, 1.2, 0.2]],
] as const)('chooses a scale with %s', (_, values, options, [min, max, step]) => {
  const scale = niceScale(values, options);
  expect(scale.min).toBeCloseTo(min, 9);
  expect(scale.max).toBeCloseTo(max, 9);
  expect(scale.step).toBeCloseTo(step, 9);
});

test('gives the marks of a scale without errors of sums, and not too many', () => {
  expect(ticksOf({ min: -0.3, max: 0.3, step: 0.1 })).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  expect(ticksOf({ min: 0, max: 1e9, step: 1 }).length).toBeLessThan(200);
});
