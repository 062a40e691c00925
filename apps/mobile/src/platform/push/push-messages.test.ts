import { expect, it } from 'vitest';
import { isWorkerMessage } from './push-messages.rules.ts';

it('accepts messages with an address inside the app, and push notes', () => {
  expect(isWorkerMessage({ kind: 'open', path: '/messagelist?sessionID=s' })).toBe(true);
  expect(isWorkerMessage({ kind: 'push', note: { msgID: 'm', sessionID: 's' } })).toBe(true);
});

it.each([
  undefined,
  null,
  7,
  { kind: 'film' },
  { kind: 'open' },
  { kind: 'open', path: 'https://elsewhere.example/' },
  { kind: 'open', path: '//elsewhere.example/' },
  { kind: 'open', path: '/\\elsewhere.example/' },
  { kind: 'open', path: '/\t/elsewhere.example/' },
  { kind: 'open', path: '//[' },
  { kind: 'open', path: 'javascript:alert(1)' },
  { kind: 'push' },
  { kind: 'push', note: null },
])('rejects %j', (data) => {
  expect(isWorkerMessage(data)).toBe(false);
});
