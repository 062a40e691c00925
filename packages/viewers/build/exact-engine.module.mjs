import { boxChanges } from './exact-engine.boxes.mjs';
import { bytes, changeFunction } from './exact-engine.change.mjs';
import { lineChanges } from './exact-engine.lines.mjs';
import { pageChanges } from './exact-engine.pages.mjs';

/**
 * `LocaleDataImpl::getFunctionSymbol` gets a locale. The added code stores its address below all data, for
 * `engine-date-languages.util.ts`.
 */
const knownLocale = [
  [
    bytes('01 05 7f 23 00 41 40 6a 22 03 24 00 20 03 20 02 36 02 3c 02 40 41 9c a1 f5 18 fe 12 00 00'),
    bytes(`01 05 7f 23 00 41 40 6a 22 03 24 00 41 e8 07 20 01 36 02 00
      20 03 20 02 36 02 3c 02 40 41 9c a1 f5 18 fe 12 00 00`),
  ],
];

/**
 * `Dialog::Execute` waits for an answer for ever, because nobody sees its dialog. The new code cancels each dialog, as LibreOffice does
 * without a screen. One says that a presentation has diagrams without stored shapes.
 */
const cancelledDialogs = [
  [bytes('06 40 20 00 10 d4 a2 02 45 0d 01 20 00 41 08 6a'), bytes('06 40 41 00 45 0d 01 20 00 41 08 6a')],
];

/**
 * Changes how the engine places text, cancels its dialogs, and lets it store the locale whose data it looks up.
 * @param {Buffer} module the WebAssembly module of LibreOffice
 * @returns {Buffer}
 */
export function adaptModule(module) {
  return [...boxChanges, ...lineChanges, ...pageChanges, cancelledDialogs, knownLocale].reduce(
    changeFunction,
    module,
  );
}
