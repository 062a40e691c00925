import { expect, test } from 'vitest';
import { ApiError } from '../../../platform/api/index.ts';
import { listLoad } from './list-load.rules.ts';

const failure = new ApiError({ kind: 'http', code: 'work.request_failed', message: '', status: 502 });
const cancelled = new DOMException('aborted', 'AbortError');

test('is 0 before the first answer', () => {
  expect(listLoad({ total: undefined, error: null })).toEqual({ status: 0, total: 0 });
});
test('is 200 with the total after an answer', () => {
  expect(listLoad({ total: 12, error: null })).toEqual({ status: 200, total: 12 });
});
test('is 400 with the cause of an error, and the list is empty', () => {
  expect(listLoad({ total: 12, error: failure })).toEqual({
    status: 400,
    total: 0,
    error: failure,
    code: 'work.request_failed',
  });
});
test('is unchanged after a cancelled request', () => {
  expect(listLoad({ total: 12, error: cancelled })).toEqual({ status: 200, total: 12 });
  expect(listLoad({ total: undefined, error: cancelled })).toEqual({ status: 0, total: 0 });
});
