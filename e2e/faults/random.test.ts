import { expect, test } from 'vitest';
import { randomOf } from './random.ts';

test('a branch has its own sequence, whatever was drawn before', () => {
  const one = randomOf(5);
  one.next();
  expect(one.branch('load').next()).toBe(randomOf(5).branch('load').next());
  expect(one.branch('load').next()).not.toBe(one.branch('plan').next());
});

test('a sample has distinct elements, and at most as many as the list', () => {
  const list = [1, 2, 3, 4];
  expect(new Set(randomOf(1).sample(list, 3)).size).toBe(3);
  expect(new Set(randomOf(1).sample(list, 9))).toEqual(new Set(list));
  expect(() => randomOf(1).pick([])).toThrow(RangeError);
});
