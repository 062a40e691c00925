import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { affectedRoots } from './live-queries.table.ts';

const source = join(import.meta.dirname, '..', '..');

/** Roots of queries that no event loads again. */
const withoutEvents = new Set([
  // Reading the records is recorded.
  'audit',
  // Reading figures of people is recorded, and each reading evaluates months of records.
  'insight',
  // The dialog searches at each opening.
  'palette',
  // They belong to the session.
  'rights',
  'second-factor',
  'setup',
]);

it('loads every list and every object of the areas again when it changes', () => {
  const roots = globSync('**/*.queries.ts', { cwd: source }).flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8');
    return [...text.matchAll(/(?:queryKey: \[|rootKey = )'([^']+)'/g)].map(([, root]) => root ?? '');
  });
  const live = new Set(Object.values(affectedRoots).flat());
  expect(roots).toEqual(
    expect.arrayContaining(['people', 'messages', 'documents', 'applications', 'devices']),
  );
  expect([...new Set(roots)].filter((root) => !live.has(root) && !withoutEvents.has(root))).toEqual([]);
});
