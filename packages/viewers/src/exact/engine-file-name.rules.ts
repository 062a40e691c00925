/** Three bytes each at most, and an ending: less than the 255 bytes of a name. */
const maxStemCharacters = 60;

/** Separators of folders, and characters without a letter. */
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
