import { expect, test } from 'vitest';
import { chosenEngines, engineRatios } from './engines.ts';
import { inPairs } from './stats.ts';

test('all engines are measured by default, and an unknown name is an error', () => {
  expect(chosenEngines(undefined)).toEqual(['webkit', 'firefox', 'chromium']);
  expect(chosenEngines(['firefox'])).toEqual(['firefox']);
  expect(() => chosenEngines(['safari'])).toThrow('unknown engine safari: chromium, firefox, webkit');
});

test('an engine’s ratios are medians of pairs, as multiples of the time of the reference', () => {
  const pairs = [
    { own: 300, bare: 200 },
    { own: 900, bare: 300 },
    { own: 120, bare: 100 },
  ];
  expect(engineRatios(pairs, 0.8)).toEqual({ firstPage: { vsBarePdfjs: 1.5, ms: 300 }, decrypt: 1.25 });
});

test('the tasks of a pair run in turn, and each of them starts every second pair', async () => {
  const order: string[] = [];
  const work = (name: string) => async (pair: number) => {
    order.push(`${name}${pair}`);
    return name;
  };
  const results = await inPairs(3, work('a'), work('b'));
  expect(order).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2']);
  expect(results).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
});
