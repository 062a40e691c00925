import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runReadmeExamples } from '../../domain/testing/readme-examples.ts';

test('the examples of the README give the values that it shows', async () => {
  const results = await runReadmeExamples(fileURLToPath(new URL('..', import.meta.url)));
  expect(results.length).toBeGreaterThan(3);
  for (const { source, actual, expected } of results) expect(actual, source).toEqual(expected);
});
