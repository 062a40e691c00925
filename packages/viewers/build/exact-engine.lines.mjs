import { bytes } from './exact-engine.change.mjs';

/**
 * `GenericSalLayout::LayoutText` adds the widths of glyphs without rounding. The new code rounds each to a unit of the reference device,
 * as LibreOffice 7.4 does.
 */
const roundedWidths = [
  [
    bytes('20 00 2d 00 50 45 04 40 06 40 20 37 10 8c bb 0c'),
    bytes('41 01 01 01 01 01 04 40 06 40 20 37 10 8c bb 0c'),
  ],
];

/** Calls of `VirtualDevice::ImplSetReferenceDevice` and `DocumentSettingManager::get`. */
const setReferenceDevice = bytes('10 b7 d2 02');
const getSetting = bytes('10 ba eb 08');
/** The settings of the document, by the manager of its devices. */
const settings = bytes('20 00 28 02 04 28 02 b0 01');
/** The mode of the device (`RefDevMode::MSO1`), and 300 dots per inch. */
const deviceMode = bytes('41 03');
const printerResolution = bytes('41 ac 02');

/**
 * `DocumentDeviceManager::CreateVirtualDevice_` makes the device that Writer measures text with. A document can ask for the printer
 * instead. Without printers LibreOffice has one of 300 dots per inch, and this build none: a virtual device of 300 dots per inch
 * replaces it.
 */
const createdDevice = [
  [
    bytes('20 01 41 03 10 b6 d2 02 20 00 28 02 04 28 02 b0 01 41 1b'),
    Buffer.concat([
      bytes('20 01'),
      deviceMode,
      // 8640 dots per inch, if the setting `USE_VIRTUAL_DEVICE` is on.
      bytes('41 c0 c3 00'),
      printerResolution,
      settings,
      bytes('41 07'),
      getSetting,
      bytes('1b 22 04 20 04'),
      setReferenceDevice,
      settings,
      bytes('41 1b'),
    ]),
  ],
];

/**
 * `DocumentDeviceManager::getReferenceDevice` finds no printer, but a virtual device that was made before the document asked for a printer.
 * The new code changes its resolution once.
 */
const existingDevice = [
  [
    bytes('28 02 a8 03 45 0d 02 20 00 28 02 0c 22 02 45 0d 01 0c 02 0b 20 00 28 02 0c 21 02'),
    Buffer.concat([
      bytes('28 02 a8 03 45 0d 02 20 00 28 02 0c 22 02 45 0d 01'),
      bytes('20 02 28 02 60'),
      printerResolution,
      bytes('47 04 40 20 02'),
      deviceMode,
      printerResolution,
      printerResolution,
      setReferenceDevice,
      bytes('0b 0c 02 0b 20 00 28 02 0c 21 02'),
    ]),
  ],
];

/**
 * `SwTextGuess::maybeAdjustPositionsForBlockAdjust` takes the spaces at the end of a line out of the text, where they lose their
 * underline: the lines for signatures in contracts and forms. The new code keeps them. Left-aligned lines need no other
 * place for them, and a centred line is as wide as the text before them.
 */
const underlinedSpaces = [
  [
    // Nothing to do for left-aligned lines, and for justified lines if the document does not stretch those that end with a break.
    // Variable 18 is the alignment.
    bytes('22 12 41 08 46 04 40 20 04 28 02 94 02 41 02 6b 41 03 4f 0d 01 41 01 21 0b 0c 02 0b'),
    Buffer.concat([
      bytes('22 12 41 08 46 04 40 20 04 28 02 94 02 41 02 6b 41 03 4f'),
      // The setting `DO_NOT_JUSTIFY_LINES_WITH_MANUAL_BREAK`.
      bytes('20 04 28 02 34 22 09 28 02 a8 01 22 08 41 24 6a 20 09 41 38 6a 20 08 1b 28 02 00 28 02 44'),
      bytes('28 02 00 28 02 14 28 02 b0 01 22 09 41 10 20 09 28 02 00 28 02 00 11 04 00 45 71'),
      bytes('0d 01 41 01 21 0b 0c 02 0b 20 12 45 04 40 41 01 21 0b 0c 02 0b'),
    ]),
  ],
  [
    // No portion for the spaces of a centred line, so that they stay in its text.
    bytes('20 00 20 0a 36 02 08 20 00 28 02 00 21 08 41 00 21 0b'),
    bytes('20 00 20 0a 36 02 08 20 00 28 02 00 21 08 20 12 41 04 46 21 0b'),
  ],
  [
    // These spaces add nothing to the width of the line.
    bytes('20 00 28 02 0c 21 0a 20 0e 20 07 28 02 08 36 02 08'),
    bytes('20 09 20 00 28 02 0c 20 0b 1b 21 0a 20 0e 20 07 28 02 08 36 02 08'),
  ],
];

/**
 * `SwTextGuess::Guess` keeps one space of a run of spaces that is longer than its line. The new code keeps all that fit, if the line
 * is left-aligned.
 */
const longUnderlinedSpaces = [
  [
    bytes('20 05 20 02 28 02 40 41 01 6a 4c 0d 01 20 05 20 07 28 02 00 22 0a'),
    bytes(`20 05 20 02 28 02 40 41 01 6a 4c 04 40
      20 13 41 0e 71 45 20 05 20 02 28 02 40 41 01 6a 46 71
      20 07 28 02 00 20 05 41 01 6b 41 01 74 6a 2f 01 08 22 0a 41 20 46
      20 0a 41 a0 01 46 72 20 0a 41 86 c0 00 46 72 20 0a 41 80 e0 00 46 72 71
      04 40 20 00 20 03 36 02 10 0b 0c 02 0b
      20 05 20 07 28 02 00 22 0a`),
  ],
];

/** Changes for the widths of text and the ends of lines, for `changeFunction`. */
export const lineChanges = [
  roundedWidths,
  createdDevice,
  existingDevice,
  underlinedSpaces,
  longUnderlinedSpaces,
];
