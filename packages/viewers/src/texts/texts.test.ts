import { expect, it } from 'vitest';
import { media as enMedia } from './en/media.ts';
import { pictures as enPictures } from './en/pictures.ts';
import { records as enRecords } from './en/records.ts';
import { sheet as enSheet } from './en/sheet.ts';
import { slides as enSlides } from './en/slides.ts';
import { viewers as enViewers } from './en/viewers.ts';
import { media } from './zh/media.ts';
import { pictures } from './zh/pictures.ts';
import { records } from './zh/records.ts';
import { sheet } from './zh/sheet.ts';
import { slides } from './zh/slides.ts';
import { viewers } from './zh/viewers.ts';

const zh = { media, pictures, records, sheet, slides, viewers };
const en = {
  media: enMedia,
  pictures: enPictures,
  records: enRecords,
  sheet: enSheet,
  slides: enSlides,
  viewers: enViewers,
};

const shapeOf = (texts: unknown): unknown =>
  typeof texts === 'object' && texts !== null && !Array.isArray(texts)
    ? Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, shapeOf(value)]))
    : typeof texts;

it('has the same texts in both languages, none of them empty', () => {
  expect(shapeOf(en)).toEqual(shapeOf(zh));
  expect(JSON.stringify([zh, en])).not.toMatch(/:""/);
});
