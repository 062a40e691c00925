import { expect, it } from 'vitest';
import { noteIn, noticeOf } from './notice.ts';

const note = { msgID: 'm1', sessionID: 's 1', type: 'task', tid: 't1' } as const;
const pushed = (data: unknown) => ({ json: () => data });

it('says what kind of thing came, and leads to its conversation', () => {
  const notice = noticeOf({ note, language: 'zh', isSeen: false });
  expect(notice).toMatchObject({ title: '您有一条待办任务', tag: 's 1', silent: false, renotify: true });
  expect(notice.data.path).toBe('/messagelist?sessionID=s+1');
});

it('is quiet before open eyes', () => {
  expect(noticeOf({ note, language: 'en', isSeen: true })).toMatchObject({ silent: true, renotify: false });
});

it('shows something for a kind of later versions, and for what is none of ours', () => {
  const later = { ...note, type: noteIn(pushed({ ...note, type: 'video' }))?.type ?? 'task' };
  expect(noticeOf({ note: later, language: 'en', isSeen: false }).title).toBe('You have a new message');
  expect(noticeOf({ note: null, language: 'en', isSeen: false }).data.path).toBe('/');
});

it('takes only what names a message', () => {
  expect(noteIn(pushed(note))).toEqual(note);
  expect(noteIn(pushed({ type: 'task' }))).toBeNull();
  // Browsers show no notification that is to be told again and has no name.
  expect(noteIn(pushed({ ...note, sessionID: '' }))).toBeNull();
  expect(noteIn(pushed({ ...note, type: { toString: 'x' }, tid: 7 }))).toEqual({
    ...note,
    type: 'text',
    tid: null,
  });
  expect(noteIn(pushed(null))).toBeNull();
  expect(noteIn(null)).toBeNull();
  const broken = {
    json: () => {
      throw new SyntaxError('no JSON');
    },
  };
  expect(noteIn(broken)).toBeNull();
});
