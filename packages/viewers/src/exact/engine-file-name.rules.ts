/** Four bytes of UTF-8 each at most, with an extension less than the 255 bytes that a file name may have. */
const maxStemCharacters = 60;

/** Separators of folders, control characters, and surrogates without their other half. */
const refusedCharacters = /[\p{Cc}\p{Cs}/\\]/gu;

/**
 * The name under which the engine opens a document. Fields of the document show it, such as the file name in a footer.
 * @param extension - of the document's format. It replaces another one in the name, because it decides how the file is read.
 */
export function engineFileName(name: string, extension: string): string {
  const [, start = '', ending = ''] =
    /^[\s.]*(.*?)(?:\.([A-Za-z0-9]{1,5}))?$/u.exec(name.replaceAll(refusedCharacters, '')) ?? [];
  const stem = Array.from(start).slice(0, maxStemCharacters).join('') || 'document';
  if (ending.toLowerCase() === extension) return `${stem}.${ending}`;
  return `${stem}.${/^[a-z0-9]{1,5}$/.test(extension) ? extension : 'bin'}`;
}
