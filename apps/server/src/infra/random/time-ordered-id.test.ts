import { expect, test } from 'vitest';
import { createTimeOrderedID } from './time-ordered-id.util.ts';

test('is a UUID version 7 that begins with the time', () => {
  // The time of the test vector of RFC 9562, appendix A.6.
  const id = createTimeOrderedID(0x01_7f_22_e2_79_b0);
  expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(createTimeOrderedID(0)).toMatch(/^00000000-0000-7/);
});

test('is unique within a millisecond and ascends with time', () => {
  const ids = Array.from({ length: 1000 }, () => createTimeOrderedID(5));
  expect(new Set(ids).size).toBe(1000);
  expect([createTimeOrderedID(6), ...ids].toSorted().at(-1)).toMatch(/^00000000-0006-/);
});
