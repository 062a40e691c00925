import { expect, it } from 'vitest';
import { notificationOf, parsePushData } from './notification.rules.ts';

const note = { msgID: 'm1', sessionID: 's 1', type: 'task', tid: 't1' } as const;
const pushed = (data: unknown) => ({ json: () => data });

it('says what kind of thing came, and leads to its conversation', () => {
  const notice = notificationOf({ note, language: 'zh', isAppVisible: false });
  expect(notice).toMatchObject({ title: '您有一条待办任务', tag: 's 1', silent: false, renotify: true });
  expect(notice.data.path).toBe('/messagelist?sessionID=s+1');
});

it('is quiet before open eyes', () => {
  expect(notificationOf({ note, language: 'en', isAppVisible: true })).toMatchObject({
    silent: true,
    renotify: false,
  });
});

it('shows something for a kind of later versions, and for what is none of ours', () => {
  const later = { ...note, type: parsePushData(pushed({ ...note, type: 'video' }))?.type ?? 'task' };
  expect(notificationOf({ note: later, language: 'en', isAppVisible: false }).title).toBe(
    'You have a new message',
  );
  expect(notificationOf({ note: null, language: 'en', isAppVisible: false }).data.path).toBe('/');
});

it('takes only what names a message', () => {
  expect(parsePushData(pushed(note))).toEqual(note);
  expect(parsePushData(pushed({ type: 'task' }))).toBeNull();
  // Browsers show no notification that is to be told again and has no name.
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
