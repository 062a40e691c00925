import { expect, test } from 'vitest';
import type { Agreement } from './agreement.ts';
import { licence as licenceEn } from './licence.en.ts';
import { licence as licenceZh } from './licence.zh.ts';
import { privacy as privacyEn } from './privacy.en.ts';
import { privacy as privacyZh } from './privacy.zh.ts';

const agreements: readonly (readonly [string, Agreement, Agreement])[] = [
  ['licence', licenceZh, licenceEn],
  ['privacy policy', privacyZh, privacyEn],
];

const shapeOf = ({ sections }: Agreement) => sections.map(({ paragraphs }) => paragraphs.length);

test.each(agreements)('the %s has the same version and sections in both languages', (_, zh, en) => {
  expect(zh.version).toMatch(/^\d+\.\d+$/u);
  expect(en.version).toBe(zh.version);
  expect(shapeOf(en)).toEqual(shapeOf(zh));
  expect(shapeOf(zh)).not.toContain(0);
});

test.each(agreements)('the sections of the %s are numbered, and none of its texts is empty', (_, zh, en) => {
  const numbers = Array.from('一二三四五六七八九');
  expect(zh.sections.length).toBeGreaterThan(1);
  for (const [index, { heading, paragraphs }] of zh.sections.entries()) {
    expect(heading).toMatch(new RegExp(`^${numbers[index]}、.`, 'u'));
    for (const text of paragraphs) expect(text).toMatch(/\p{Script=Han}.*[。；：]$/u);
  }
  for (const [index, { heading, paragraphs }] of en.sections.entries()) {
    expect(heading).toMatch(new RegExp(`^${index + 1}\\. [A-Z]`, 'u'));
    for (const text of paragraphs) expect(text).toMatch(/^[A-Z].*[.:]$/u);
  }
});
