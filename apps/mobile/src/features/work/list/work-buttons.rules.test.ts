import { expect, test } from 'vitest';
import { visibleButtons } from './work-buttons.rules.ts';

test('are visible with the right to sign in', () => {
  expect(Object.values(visibleButtons({ rights: ['app_login'], deny: [] })).every(Boolean)).toBe(true);
  expect(Object.values(visibleButtons({ rights: [], deny: [] })).some(Boolean)).toBe(false);
});

test('are hidden individually by their names in the deny list', () => {
  const { approve, complete, transfer } = visibleButtons({
    rights: ['app_login'],
    deny: ['task_complete', 'task_transfer'],
  });
  expect([approve, complete, transfer]).toEqual([true, false, false]);
});

test('the download button is hidden by its name too', () => {
  expect(visibleButtons({ rights: ['app_login'], deny: ['flow_download'] }).download).toBe(false);
});

test('can be granted individually', () => {
  expect(visibleButtons({ rights: ['task_approve'], deny: [] })).toMatchObject({
    approve: true,
    reject: false,
  });
});
