import { expect, it } from 'vitest';
import { notificationOf, parsePushData } from './notification.rules.ts';

const note = { msgID: 'm1', sessionID: 's 1', type: 'task', tid: 't1' } as const;
const pushed = (data: unknown) => ({ json: () => data });

it('shows the kind of the message, and links to its conversation', () => {
  const notice = notificationOf({ note, language: 'zh', isAppVisible: false });
  expect(notice).toMatchObject({ title: '您有一条待办任务', tag: 's 1', silent: false, renotify: true });
  expect(notice.data.path).toBe('/messagelist?sessionID=s+1');
});

const decidable = { ...note, flowID: 'f 1', taskID: 'k1' } as const;

it.each([
  ['zh', ['同意…', '拒绝…']],
  ['en', ['Approve…', 'Reject…']],
] as const)('offers the decisions of a task in %s, which lead to their forms', (language, titles) => {
  const { actions, data } = notificationOf({ note: decidable, language, isAppVisible: false });
  expect(actions.map(({ title }) => title)).toEqual(titles);
  expect(actions.map(({ action }) => data.pathByAction[action])).toEqual([
    '/taskagree?flowID=f+1&taskID=k1&tid=t1&from=notice',
    '/taskrefuse?flowID=f+1&taskID=k1&tid=t1&from=notice',
  ]);
  // A browser without actions opens the details, where both decisions are.
  expect(data.path).toBe('/flowinfo?flowID=f+1&taskID=k1&tid=t1&from=notice');
});

it('replaces earlier notifications of its conversation, except those whose task can be decided', () => {
  const tagOf = (more: object) =>
    notificationOf({ note: { ...note, ...more }, language: 'zh', isAppVisible: false }).tag;
  const first = tagOf({ msgID: 'm1', flowID: 'f1', taskID: 'k1' });
  const second = tagOf({ msgID: 'm2', flowID: 'f2', taskID: 'k2' });
  const message = tagOf({ msgID: 'm3', type: 'text' });
  expect(new Set([first, second, message]).size).toBe(3);
  // A reminder of a task replaces its first notification.
  expect(tagOf({ msgID: 'm4', flowID: 'f1', taskID: 'k1' })).toBe(first);
  expect(tagOf({ msgID: 'm5', type: 'task' })).toBe(message);
});

it.each(['announcement', 'text', 'text_voice', 'flow', 'task'] as const)(
  'offers no action for a message of type %s without a task to decide',
  (type) => {
    const { actions, data } = notificationOf({
      note: { ...note, type },
      language: 'en',
      isAppVisible: false,
    });
    expect([actions, data]).toEqual([[], { path: '/messagelist?sessionID=s+1', pathByAction: {} }]);
  },
);

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

it('accepts a task to decide only with all of its ids, in a message about a task of an organisation', () => {
  expect(parsePushData(pushed(decidable))).toEqual(decidable);
  for (const more of [{ flowID: undefined }, { taskID: '' }, { taskID: 7 }])
    expect(parsePushData(pushed({ ...decidable, ...more }))).toEqual(note);
  expect(parsePushData(pushed({ ...decidable, type: 'text' }))).toEqual({ ...note, type: 'text' });
  expect(parsePushData(pushed({ ...decidable, tid: null }))).toEqual({ ...note, tid: null });
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
