import { expect, it } from 'vitest';
import { notificationOf, parsePushData } from './notification.rules.ts';

const note = { msgID: 'm1', sessionID: 's 1', type: 'task', tid: 't1' } as const;
const pushed = (data: unknown) => ({ json: () => data });

it('shows the kind of the message, and links to its conversation', () => {
  const notice = notificationOf({ note, language: 'zh', isAppVisible: false });
  expect(notice).toMatchObject({ title: '您有一条待办任务', tag: 's 1', silent: false, renotify: true });
  expect(notice.data.path).toBe('/messagelist?sessionID=s+1');
});

it('is silent while the app is visible', () => {
  expect(notificationOf({ note, language: 'en', isAppVisible: true })).toMatchObject({
    silent: true,
    renotify: false,
  });
});

it('shows a general text for unknown kinds and for foreign pushes', () => {
  const later = { ...note, type: parsePushData(pushed({ ...note, type: 'video' }))?.type ?? 'task' };
  expect(notificationOf({ note: later, language: 'en', isAppVisible: false }).title).toBe(
    'You have a new message',
  );
  expect(notificationOf({ note: null, language: 'en', isAppVisible: false }).data.path).toBe('/');
});

it('accepts only push data that names a message', () => {
  expect(parsePushData(pushed(note))).toEqual(note);
  expect(parsePushData(pushed({ type: 'task' }))).toBeNull();
  // Browsers reject a notification with `renotify` and without a tag.
  expect(parsePushData(pushed({ ...note, sessionID: '' }))).toBeNull();
  expect(parsePushData(pushed({ ...note, type: { toString: 'x' }, tid: 7 }))).toEqual({
    ...note,
    type: 'text',
    tid: null,
  });
  expect(parsePushData(pushed(null))).toBeNull();
  expect(parsePushData(null)).toBeNull();
  const broken = {
    json: () => {
      throw new SyntaxError('no JSON');
    },
  };
  expect(parsePushData(broken)).toBeNull();
});
