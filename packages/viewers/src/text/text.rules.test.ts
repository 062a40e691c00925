import { describe, expect, it, test } from 'vitest';
import { findInFolded, foldText } from '../viewer/find-text.rules.ts';
import { detectEncoding } from './encoding.rules.ts';
import { parseJsonExactly, primitiveOf } from './json.rules.ts';
import { textFormatOf } from './text-format.rules.ts';
import { createWordFinder } from './text-search.rules.ts';

const way = (extension: string, start: string, size = 1000) => textFormatOf({ extension, start, size }).kind;

test.each([
  ['csv', 'a;b', 'table'],
  ['json', '{}', 'json'],
  ['md', 'words', 'markdown'],
  ['ts', 'const a = 1;', 'code'],
  ['log', 'a,b,c\nd,e,f\ng,h,i\nj', 'plain'],
  ['', '[{"a": 1}]', 'json'],
  ['', '[INFO] started', 'plain'],
  ['', '<?xml version="1.0"?>', 'code'],
  ['html', '<p>text', 'html'],
  ['', '<!-- licence -->\n<HTML lang="en">', 'html'],
  ['', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "">', 'html'],
  ['xml', '<html>', 'code'],
  ['', 'BEGIN:VCALENDAR\r\nVERSION:2.0', 'calendar'],
  ['txt', '\ufeffBEGIN:VCARD\r\nVERSION:3.0', 'contacts'],
  ['', '#!/bin/sh\n', 'code'],
  ['', 'a,b,c\nd,"e,x",f\ng,h,i\nj', 'table'],
  ['', 'Dear all,\nplease, as said, come.\nBye\n', 'plain'],
] as const)('a text named .%s that begins %j is shown as %s', (extension, start, shown) => {
  expect(way(extension, start)).toBe(shown);
});

it('shows a text that is too long for its layout as plain text', () => {
  expect(way('json', '{', 900_000_000)).toBe('plain');
  expect(way('ts', 'const', 900_000_000)).toBe('plain');
});

it.each([
  ['<meta charset="iso-8859-1"><p>\xe9t\xe9', 'windows-1252'],
  ["<?xml version='1.0' encoding='Big5'?>\xa4\xa4", 'big5'],
  ['<meta charset="unknown-1">\xd6\xd0', 'gb18030'],
  ['<meta charset="gbk">text', 'utf-8'],
])('decodes %j as %s', (text, encoding) => {
  expect(detectEncoding(Uint8Array.from(text, (character) => character.charCodeAt(0)))).toBe(encoding);
});

describe('word search in a part of a log', () => {
  it.each([
    ['2026-11-20 ERROR timeout', 'error'],
    ['采购合\n同第二条', '采购合同'],
    ['ＡＢＣ１２３', 'abc123'],
    ['Café', 'cafe'],
    ['nothing here', 'error'],
    ['a.c abc', 'a.c'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['price (net)', '(net'],
    ['[1/2]', '[1/2]'],
  ])('in %j finds %j at the same places as a search in folded text', (text, words) => {
    expect(createWordFinder(words)(text)).toEqual(findInFolded(foldText(text), words));
  });

  it('handles a long row of hyphens in linear time', () => {
    expect(createWordFinder('2-0-2-6-1')(`${'2-'.repeat(4)}${'-'.repeat(500_000)}`)).toEqual([]);
  });
});

it.each([
  ['12345678901234567890', 'number', '12345678901234567890'],
  ['125000.50', 'number', '125000.50'],
  ['1e5', 'number', '1e5'],
  ['"1.50"', 'string', '"1.50"'],
  ['"a\\"1.50"', 'string', '"a\\"1.50"'],
  ['null', 'null', 'null'],
])('reads the value %s without loss of precision', (text, kind, shown) => {
  const [value] = parseJsonExactly(`[${text}]`) as [string];
  expect(primitiveOf(value)).toEqual({ kind, text: shown });
});

it('rejects text that is not JSON', () => {
  expect(() => parseJsonExactly('[1, 01.5e]')).toThrow(SyntaxError);
});
