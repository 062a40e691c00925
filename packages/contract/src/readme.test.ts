import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runReadmeExamples } from '../../domain/testing/readme-examples.ts';

test('the examples of the README produce the values that it shows', async () => {
  const results = await runReadmeExamples(fileURLToPath(new URL('..', import.meta.url)));
  expect(results.length).toBeGreaterThan(3);
  const shown = results.map(({ source, expected }) => ({ source, value: expected }));
  expect(results.map(({ source, actual }) => ({ source, value: actual }))).toEqual(shown);
});
