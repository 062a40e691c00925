/**
 * Changes of the engine's WebAssembly module. LibreOffice 24.8 shrinks text that overflows its box in steps that no other release
 * has, and counts empty paragraphs at the end of a box. This module lets it shrink text as little as needed. The layout of modules is
 * that of the WebAssembly Core Specification 2.0, chapter 5.
 */

const bytes = (text) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

/** The identifier of the section that contains the code of all functions. */
const codeSection = 10;
const sectionsAt = 8;
const numberBits = 7;

/** Reads an unsigned number in LEB128, and how many bytes it takes. */
function readNumber(module, at) {
  let value = 0;
  for (let count = 0; ; count += 1) {
    const byte = module[at + count];
    value += (byte & 0x7f) * 2 ** (numberBits * count);
    if (byte < 0x80) return { value, length: count + 1 };
  }
}

/** Writes an unsigned number in LEB128 with a given count of bytes. */
function writeNumber(value, length) {
  if (value >= 2 ** (numberBits * length)) throw new Error('number of the engine does not fit');
  return Buffer.from(
    Array.from({ length }, (_, index) => {
      const digit = Math.floor(value / 2 ** (numberBits * index)) & 0x7f;
      return index + 1 < length ? digit | 0x80 : digit;
    }),
  );
}

/** The position of bytes that occur exactly once. Another version of the engine fails here instead of in a document. */
function placeOf(module, wanted) {
  const at = module.indexOf(wanted);
  if (at < 0 || module.indexOf(wanted, at + 1) >= 0) throw new Error('module of the engine has another form');
  return at;
}

/** The fields of the code section: its own size, and that of the function that contains a position. */
function findFunction(module, position) {
  let at = sectionsAt;
  while (module[at] !== codeSection) {
    const { value, length } = readNumber(module, at + 1);
    at += 1 + length + value;
  }
  const section = { at: at + 1, ...readNumber(module, at + 1) };
  const first = section.at + section.length;
  let body = { at: first + readNumber(module, first).length };
  for (;;) {
    body = { at: body.at, ...readNumber(module, body.at) };
    const end = body.at + body.length + body.value;
    if (end > position) return { section, body };
    body = { at: end };
  }
}

/**
 * Replaces parts of a function. Its size and that of the code section grow.
 * @param {Buffer} module
 * @param {readonly (readonly [Buffer, Buffer])[]} changes bytes that occur once in the function, the first ones once in the module, and
 *   what replaces them.
 */
function changeFunction(module, changes) {
  const { section, body } = findFunction(module, placeOf(module, changes[0][0]));
  const start = body.at + body.length;
  const end = start + body.value;
  const changed = changes.reduce(
    (code, [before, after]) => {
      const at = placeOf(code, before);
      return Buffer.concat([code.subarray(0, at), after, code.subarray(at + before.length)]);
    },
    module.subarray(start, end),
  );
  const sectionSize = section.value + changed.length - body.value;
  return Buffer.concat([
    module.subarray(0, section.at),
    writeNumber(sectionSize, section.length),
    module.subarray(section.at + section.length, body.at),
    writeNumber(changed.length, body.length),
    changed,
    module.subarray(end),
  ]);
}

/** The scales that the engine tries one after the other: each of letter widths and heights, distances in a line, and line spacing. */
const scalesOf = (levels) =>
  Buffer.from(
    new Float64Array(levels.flatMap(([letters, distances, lines]) => [letters, letters, distances, lines]))
      .buffer,
  );

const builtInScales = scalesOf([
  [1, 1, 0.9],
  [0.925, 1, 0.9],
  [0.925, 1, 0.8],
  [0.85, 1, 0.9],
  [0.85, 1, 0.8],
  [0.775, 1, 0.8],
  [0.7, 1, 0.8],
  [0.625, 1, 0.8],
  [0.55, 1, 0.8],
  [0.475, 1, 0.8],
  [0.4, 1, 0.8],
  [0.325, 1, 0.8],
  [0.25, 1, 0.8],
]);

/** Small steps. Indents shrink with the letters, and the line spacing of the author stays. */
const smallSteps = scalesOf(
  [0.98, 0.96, 0.94, 0.91, 0.88, 0.85, 0.82, 0.78, 0.74, 0.69, 0.62, 0.5, 0.35].map((scale) => [
    scale,
    scale,
    1,
  ]),
);

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

/** The height that `FormatParagraphs` returns, and its comparison with the height of the box. */
const heightCall = bytes('20 00 20 04 10 ff e7 03');
const comparison = bytes('20 00 28 02 40 20 00 2e 01 d2 09 6c 4c');
/** 25 of 26 parts of the height: text may be 4 percents higher than its box, as in releases before 24.2. */
const toleratedHeight = bytes('41 19 6c 41 1a 6d');
const compareTolerantly = (next) => [
  Buffer.concat([heightCall, comparison, next]),
  Buffer.concat([heightCall, toleratedHeight, comparison, next]),
];

/** `ImpEditEngine::ScaleContentToFitWindow` compares before the first scale, and after each one. */
const tolerance = [compareTolerantly(bytes('0d 00 03 40')), compareTolerantly(bytes('0d 01'))];

/**
 * Lets the engine shrink text in boxes as little as needed.
 * @param {Buffer} module the WebAssembly module of LibreOffice
 * @returns {Buffer}
 */
export function adaptModule(module) {
  const adapted = changeFunction(changeFunction(module, heightOfText), tolerance);
  smallSteps.copy(adapted, placeOf(adapted, builtInScales));
  return adapted;
}
