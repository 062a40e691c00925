import { expect, it } from 'vitest';
import { common } from '../i18n/zh/common.ts';
import { pageTitle } from './title.hook.ts';

it.each([
  ['消息', undefined, '消息 - 密件通'],
  ['消息', 'production', '消息 - 密件通'],
  ['消息', 'test', '消息 - 密件通（测试环境）'],
  [null, 'test', '密件通（测试环境）'],
  [null, undefined, '密件通'],
])('of %s in the environment %s is %s', (screen, environment, title) => {
  expect(pageTitle(screen, common, environment)).toBe(title);
});
