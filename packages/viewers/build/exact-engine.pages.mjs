import { bytes } from './exact-engine.change.mjs';

/**
 * `PaperInfo::sloppyFitPageDimension` and `PaperInfo::doSloppyFit` replace the size of a page by that of a known paper if the
 * difference is below 44 hundredths of a millimetre. A page of 56.6 mm became an envelope C8 of 57 mm, with other lines. The new limit is
 * 21, as in LibreOffice 7.4.
 */
const pageDimension = [
  [
    bytes('22 04 73 20 04 6b 41 2c 49 0d 02 20 01 28 02 04 22 03 20 00 6b 22 01'),
    bytes('22 04 73 20 04 6b 41 15 49 0d 02 20 01 28 02 04 22 03 20 00 6b 22 01'),
  ],
  [
    bytes('22 01 73 20 01 6b 41 2c 49 0d 02 0b 20 02 41 01 6a'),
    bytes('22 01 73 20 01 6b 41 15 49 0d 02 0b 20 02 41 01 6a'),
  ],
];
const paper = [
  [
    bytes('41 2b 4b 0d 00 20 04 28 02 04 22 04 20 06 6b 22 05'),
    bytes('41 14 4b 0d 00 20 04 28 02 04 22 04 20 06 6b 22 05'),
  ],
  [
    bytes('41 2b 4b 0d 00 20 00 20 04 36 02 08 20 00 20 03 36 02 04'),
    bytes('41 14 4b 0d 00 20 00 20 04 36 02 08 20 00 20 03 36 02 04'),
  ],
  [
    bytes('41 2b 4b 0d 00 20 04 28 02 04 22 04 20 07 6b 22 03'),
    bytes('41 14 4b 0d 00 20 04 28 02 04 22 04 20 07 6b 22 03'),
  ],
  [bytes('41 2b 4b 0d 00 20 00 20 02 36 02 00 0c 02'), bytes('41 14 4b 0d 00 20 00 20 02 36 02 00 0c 02')],
];

/** Changes for the sizes of pages, for `changeFunction`. */
export const pageChanges = [pageDimension, paper];
