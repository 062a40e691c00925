import { expect, test } from 'vitest';
import { checkMessages, unread } from './check-messages.ts';

const channels = [
  { session_id: 's', key: 'announcements:one', last_sequence: 2 },
  { session_id: 'a', key: 'office:one:one-ann', last_sequence: 1 },
];
const messages = [
  { session_id: 's', sequence: 1, post_id: null, text: 'old' },
  { session_id: 's', sequence: 2, post_id: 'p', text: 'to all' },
  { session_id: 'a', sequence: 1, post_id: 'q', text: 'to ann' },
];
const posts = [
  { tid: 'one', postID: 'p', fids: null, text: 'to all' },
  { tid: 'one', postID: 'q', fids: ['ann'], text: 'to ann' },
];
const names = (violations: readonly { invariant: string }[]) => violations.map(({ invariant }) => invariant);

test('one message per reader violates nothing', () => {
  expect(checkMessages({ channels, messages }, posts)).toEqual([]);
});

test('a missing message leaves a gap in the sequence and a reader without the message', () => {
  expect(names(checkMessages({ channels, messages: messages.slice(0, 2) }, posts))).toEqual([
    'messages-numbered',
    'messages-kept',
  ]);
});

test('a duplicate message, or one delivered to the wrong person, is found', () => {
  const twice = [...messages, { session_id: 's', sequence: 3, post_id: 'p', text: 'to all' }];
  const longer = channels.map((one) => (one.session_id === 's' ? { ...one, last_sequence: 3 } : one));
  expect(names(checkMessages({ channels: longer, messages: twice }, posts))).toEqual(['messages-kept']);
  const misdirected = channels.map(({ key, ...one }) =>
    Object.assign(one, { key: key.replace('ann', 'bob') }),
  );
  expect(names(checkMessages({ channels: misdirected, messages }, posts))).toContain('messages-kept');
});

test('unread lists exactly the messages that are addressed to a reader and did not arrive', () => {
  const read = new Set(['to all']);
  expect(unread(posts, { tid: 'one', fid: 'ann', read }).map(({ postID }) => postID)).toEqual(['q']);
  expect(unread(posts, { tid: 'one', fid: 'bob', read })).toEqual([]);
  expect(unread(posts, { tid: 'two', fid: 'ann', read: new Set() })).toEqual([]);
});
