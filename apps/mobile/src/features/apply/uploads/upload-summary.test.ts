import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/index.ts';
import { summarizeUploads } from './upload-summary.rules.ts';

const file = (id: string, uri: string | null = null) => ({ id, name: `${id}.txt`, size: 1, uri });
const error = new ApiError({ kind: 'http', code: 'file.too_large', message: '' });

it('counts the files that are stored, those that are being uploaded and those that failed', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => file(id));
  const { stored, active, failed } = summarizeUploads([...files, file('g', 'stored')], {
    a: { phase: 'waiting' },
    b: { phase: 'sending', done: 1, total: 2 },
    c: { phase: 'failed', error },
    d: { phase: 'lost' },
    e: { phase: 'gone' },
    // A leftover state of a stored file does not count.
    g: { phase: 'failed', error },
  });
  expect(stored).toBe(1);
  expect(active.map(({ id }) => id)).toEqual(['a', 'b', 'f']);
  expect(failed.map(({ id }) => id)).toEqual(['c', 'd', 'e']);
});
