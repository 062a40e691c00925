/** The charsets of Macintosh fonts in RTF, and those of Windows with the same letters. */
const windowsCharsets: Readonly<Record<string, string>> = {
  78: '128', // Japanese
  79: '129', // Korean
  80: '134', // Simplified Chinese
  81: '136', // Traditional Chinese
};

const charsetWord = /\\fcharset(78|79|80|81)(?!\d)/g;

/**
 * Replaces East Asian charsets of the Macintosh in the font table of an RTF file. The build of the engine lacks their tables and would
 * show each byte as a letter. Other files are returned as they are.
 */
export function replaceMacintoshCharsets(document: Uint8Array): Uint8Array {
  if (!String.fromCharCode(...document.subarray(0, 5)).startsWith('{\\rtf')) return document;
  // One character for each byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(document);
  const words = [...text.matchAll(charsetWord)];
  if (words.length === 0) return document;
  // Each number becomes one digit longer.
  const result = new Uint8Array(document.length + words.length);
  let [from, to] = [0, 0];
  const copy = (bytes: Uint8Array) => {
    result.set(bytes, to);
    to += bytes.length;
  };
  for (const { 0: word, 1: charset = '', index } of words) {
    copy(document.subarray(from, index + word.length - charset.length));
    copy(new TextEncoder().encode(windowsCharsets[charset]));
    from = index + word.length;
  }
  copy(document.subarray(from));
  return result;
}
