import { expect, test } from 'vitest';
import { languageOf } from './language.util.ts';

test.each([
  [undefined, 'zh'],
  ['', 'zh'],
  ['fr', 'zh'],
  ['en-US', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['fr;q=1, en;q=0.5, zh;q=0.2', 'en'],
  ['en;q=0, zh;q=0.1', 'zh'],
  ['en;q=nonsense', 'zh'],
  ['*', 'zh'],
])('Accept-Language %s selects %s', (header, language) => {
  expect(languageOf({ headers: header === undefined ? {} : { 'accept-language': header } })).toBe(language);
});

test('an explicitly requested language takes precedence', () => {
  expect(languageOf({ headers: { 'accept-language': 'en' } }, 'zh')).toBe('zh');
});
