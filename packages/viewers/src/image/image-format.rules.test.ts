import { expect, test } from 'vitest';
import { imageFormatOf, isSvg } from './image-format.rules.ts';

test.each([
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['II+\0', 'tiff'],
  ['\0\0\u0001\0\u0002\0\x20\x20\0\0', 'x-icon'],
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'heic'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'avif'],
  ['\0\0\0\x18ftypavis\0\0\0\0msf1avis', 'avif'],
])('%j is an image of type %s', (start, kind) => {
  expect(imageFormatOf(start)).toEqual({ viewer: 'image', mimeType: `image/${kind}` });
});

test.each([
  '\0\0\0\x18ftypisom\0\0\0\0mp41heic',
  '\0\0\0\x14ftypisom\0\0\0\0mp41avif',
  '\0\0\0\0\0\0\0\0\0\0\0\0',
  '\0\0\u0001\0\0\0\0\0\0\0',
  'RIFF    WAVEfmt ',
  'MM/DD',
])('%j is not an image', (start) => {
  expect(imageFormatOf(start)).toBeNull();
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg">', true],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- made -->\n<!-- by hand -->\n<svg\n', true],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<svg ', true],
  ['<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>\n<?xml-stylesheet href="a"?><svg ', true],
  ['<svg:svg xmlns:svg="http://www.w3.org/2000/svg">', true],
  ['<svgs>', false],
  ['<!DOCTYPE html><svg>', false],
  ['<!DOCTYPE svg ['.repeat(300), false],
])('%j is an SVG: %s', (start, is) => {
  expect(isSvg(start)).toBe(is);
});
