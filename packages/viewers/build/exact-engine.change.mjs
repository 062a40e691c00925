/** Changes of functions in a WebAssembly module. The layout of modules is that of the WebAssembly Core Specification 2.0, chapter 5. */

/** Bytes by their hexadecimal digits, with any white space. */
export const bytes = (text) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

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

/** Writes an unsigned number in LEB128. */
function writeNumber(value) {
  const digit = value % 2 ** numberBits;
  const rest = (value - digit) / 2 ** numberBits;
  return rest === 0 ? Buffer.of(digit) : Buffer.concat([Buffer.of(digit | 0x80), writeNumber(rest)]);
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
 * Replaces parts of a function. Its size and that of the code section may grow.
 * @param {Buffer} module
 * @param {readonly (readonly [Buffer, Buffer])[]} changes bytes that occur once in the function, the first ones once in the module, and
 *   what replaces them.
 */
export function changeFunction(module, changes) {
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
  const changedBody = Buffer.concat([writeNumber(changed.length), changed]);
  return Buffer.concat([
    module.subarray(0, section.at),
    writeNumber(section.value + changedBody.length - (end - body.at)),
    module.subarray(section.at + section.length, body.at),
    changedBody,
    module.subarray(end),
  ]);
}
