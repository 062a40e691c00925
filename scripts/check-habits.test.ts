import { expect, test } from 'vitest';
import { bannedWordsInDiff, filesWithoutRole, longSubjects, violations } from './check-habits.mjs';

test.each([
  'apps/mobile/src/features/work/list/helper.ts',
  'apps/server/src/infra/http/route.helper.ts',
  'apps/server/src/infra/http/Route.util.ts',
  'packages/ui/src/dialog.tsx',
])('%s lacks a role', (file) => {
  expect(filesWithoutRole([file])).toEqual([file]);
});

test.each([
  'apps/mobile/src/features/work/list/list-load.rules.test.ts',
  'packages/viewers/src/pdf/pdf-polyfills.ts',
  'apps/mobile/src/i18n/zh/work.ts',
  'apps/server/src/main.ts',
  'apps/server/src/modules/files/files.usecases.ts',
  'packages/tdf/src/manifest.ts',
])('%s needs no further role', (file) => {
  expect(filesWithoutRole([file])).toEqual([]);
});

test('a commit subject has at most 72 characters', () => {
  const fits = 'x'.repeat(72);
  expect(longSubjects([fits, `${fits}x`, `Merge ${fits}`])).toEqual([`${fits}x`]);
});

test('banned words are found in added comments only', () => {
  const diff = [
    '+++ b/apps/server/src/a.util.ts',
    '+// Whoever asks is told.',
    '-// Whoever asked.',
    ' // whoever stands in the context',
    "+const text = 'whoever';",
    '+const n = 1; // read anew',
    '+ * The caller is told.',
  ].join('\n');
  expect(bannedWordsInDiff(diff)).toEqual([
    'apps/server/src/a.util.ts: // Whoever asks is told.',
    'apps/server/src/a.util.ts: const n = 1; // read anew',
    'apps/server/src/a.util.ts: * The caller is told.',
  ]);
});

test('this checkout has no violation', () => {
  expect(violations()).toEqual([]);
});
