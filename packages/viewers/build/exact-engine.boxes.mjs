import { bytes } from './exact-engine.change.mjs';

/**
 * `ImpEditEngine::FormatParagraphs` returns the height of all paragraphs. The added code stores the height down to each paragraph
 * with text in a new variable, and returns that. Newer releases of LibreOffice do the same.
 */
const heightOfText = [
  [
    bytes(`20 0a 28 02 1c 20 0a 2d 00 48 20 06 20 03 41 01 6a 22 03 36 02 0c 41 1d 74 41 1f 75 71 20 0b 6a 21 0b
      20 03 20 09 48 0d 00 0b 0b 20 06 41 10 6a 24 00 20 0b 0b`),
    bytes(`20 0a 28 02 1c 20 0a 2d 00 48 20 06 20 03 41 01 6a 22 03 36 02 0c 41 1d 74 41 1f 75 71 20 0b 6a 21 0b
      20 0a 28 02 18 28 02 00 28 02 04 04 40 20 0b 21 0d 0b
      20 03 20 09 48 0d 00 0b 0b 20 06 41 10 6a 24 00 20 0d 0b`),
  ],
  // One more variable of 32 bits.
  [bytes('01 0b 7f 23 00 41 10 6b'), bytes('01 0c 7f 23 00 41 10 6b')],
];

/** `FormatParagraphs` returns the height of the text, which is compared with that of the box. */
const formatParagraphs = bytes('20 00 20 04 10 ff e7 03');
const heightOfBox = bytes('20 00 28 02 40 20 00 2e 01 d2 09 6c');
const compareHeights = Buffer.concat([formatParagraphs, heightOfBox, bytes('4c')]);

/** Formats the text, and leaves the square root of the height of the box by that of the text in variable 14. */
const measure = Buffer.concat([
  formatParagraphs,
  bytes('b7 21 0e'),
  heightOfBox,
  bytes('b7 20 0e a3 9f 22 0e'),
]);
/** Compares that root with 1: text fits if it is at least as much. */
const fits = bytes('44 00 00 00 00 00 00 f0 3f 66');
/** The smallest and the largest scale in percents. */
const smallest = bytes('44 00 00 00 00 00 00 14 40');
const hundred = bytes('44 00 00 00 00 00 00 59 40');

/**
 * `ImpEditEngine::ScaleContentToFitWindow` takes the first of thirteen scales that fits. The new code calculates them as LibreOffice
 * 7.4: each is the one before times that root, in whole percents. Up to ten are tried, and the largest one that fits is used.
 * Variable 5 counts, 12 is the scale in percents, 13 the largest that fits.
 */
const calculatedScales = [
  [
    Buffer.concat([compareHeights, bytes('0d 00 03 40')]),
    // Done if the text fits. The scale is that of the letters, which the file may state.
    Buffer.concat([measure, fits, bytes('0d 00 20 00 2b 03 90 03'), hundred, bytes('a2 21 0c 03 40')]),
  ],
  [
    Buffer.concat([
      // The scale of the table, by its index.
      bytes(
        '20 00 20 05 41 05 74 41 a8 bd d7 03 6a 22 01 29 03 00 37 03 90 03 20 00 20 01 29 03 18 37 03 a8 03',
      ),
      bytes('20 00 20 01 29 03 10 37 03 a0 03 20 00 20 01 29 03 08 37 03 98 03'),
      compareHeights,
      bytes('0d 01 20 05 41 0c 49 20 05 41 01 6a 21 05 0d 00'),
    ]),
    Buffer.concat([
      // The next scale. If it is the one before, no other follows.
      bytes('20 05 41 0a 49 04 40 20 0c 20 0e a2 9c'),
      hundred,
      bytes('a4'),
      smallest,
      bytes('a5 22 0e 20 0c 61 04 40 41 0a 21 05 0b 20 0e 21 0c 0b'),
      // At the end the largest that fits.
      bytes('20 05 41 0a 4f 04 40 20 0d 44 00 00 00 00 00 00 00 00 64 04 40 20 0d 21 0c 0b 0b'),
      // The scale of letter widths and heights, and of distances in both directions.
      ...['90 03', '98 03', 'a0 03', 'a8 03'].map((offset) =>
        Buffer.concat([bytes('20 00 20 0c'), hundred, bytes(`a3 39 03 ${offset}`)]),
      ),
      measure,
      fits,
      bytes('04 40 20 0d 20 0c a5 21 0d 0b'),
      bytes('20 05 41 0b 49 20 05 41 01 6a 21 05 0d 00'),
    ]),
  ],
  // More variables: three numbers of 64 bits.
  [bytes('02 0a 7f 01 7e 23 00 41 30 6b'), bytes('03 0a 7f 01 7e 03 7c 23 00 41 30 6b')],
];

/** `ImpEditEngine::CreateLines` takes proportional line spacing from the file, and does not shrink it further. */
const lineSpacing = [
  [
    bytes('44 00 00 00 00 00 00 59 40 a3 21 3f 20 00 2b 03 a8 03 21 3e'),
    bytes('44 00 00 00 00 00 00 59 40 a3 21 3f 20 00 2b 03 88 03 21 3e'),
  ],
  [
    bytes('0b 20 00 2b 03 a8 03 22 3e 44 00 00 00 00 00 00 f0 3f 63 45 0d 00'),
    bytes('0b 20 00 2b 03 88 03 22 3e 44 00 00 00 00 00 00 f0 3f 63 45 0d 00'),
  ],
];

/** `SdrTextObj::setupAutoFitText` rounds sizes to whole points. */
const exactSizes = [
  [
    bytes('22 03 24 00 20 01 28 02 1c 28 02 04 41 01 3a 00 b0 03'),
    bytes('22 03 24 00 20 01 28 02 1c 28 02 04 41 00 3a 00 b0 03'),
  ],
];

/**
 * Changes for text in boxes, for `changeFunction`. LibreOffice 24.8 shrinks text that overflows its box in steps that no other release
 * has, and counts empty paragraphs at the end of a box. With the changes it shrinks text as little as needed.
 */
export const boxChanges = [heightOfText, calculatedScales, lineSpacing, exactSizes];
