import { expect, it } from 'vitest';
import { en } from './en.ts';
import { pickLanguage } from './pick-language.rules.ts';
import { zh } from './zh.ts';

it.each([
  ['en', ['zh-CN'], 'en'],
  ['zh', ['en-US'], 'zh'],
  [null, ['en-GB', 'zh-CN'], 'en'],
  [null, ['zh-Hant-TW'], 'zh'],
  [null, ['fr-FR', 'en'], 'en'],
  [null, ['fr-FR'], 'zh'],
  [null, [], 'zh'],
  ['auto', ['en'], 'en'],
] as const)('the setting %s with the browser languages %j selects %s', (setting, browser, language) => {
  expect(pickLanguage(setting, browser)).toBe(language);
});

const shapeOf = (texts: unknown): unknown =>
  typeof texts === 'object' && texts !== null && !Array.isArray(texts)
    ? Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, shapeOf(value)]))
    : typeof texts;

it('has the same texts in both languages, none of them empty', () => {
  // The Chinese texts have no names of application types, because the organisation defines them.
  const { flowTypes } = en.work;
  expect(shapeOf(en)).toEqual(shapeOf({ ...zh, work: { ...zh.work, flowTypes } }));
  expect(JSON.stringify([zh, en])).not.toMatch(/:""/);
});
