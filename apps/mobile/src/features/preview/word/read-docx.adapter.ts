import { bringOutWords } from './docx-boxes.rules.ts';
import { inheritHeaders, simplify } from './docx-markup.rules.ts';
import { openDocx } from './docx-package.adapter.ts';
import { commentsOf, relatedWords } from './docx-related.adapter.ts';
import { type Line, linesOf } from './docx-words.rules.ts';

export type Comment = { readonly author: string; readonly text: string };

export type ReadDocx = {
  /** The text of all parts, without content that was deleted in review. */
  readonly lines: readonly Line[];
  readonly comments: readonly Comment[];
  /** The original bytes, or the document with markup that the renderers fully support. */
  readonly simpler: Uint8Array<ArrayBuffer>;
};

const writtenParts = new Set(['header', 'footer', 'footnotes', 'endnotes']);

/** Reads and normalises the parts of a docx that contain text; null where there is no main document. */
export async function readParts(bytes: Uint8Array<ArrayBuffer>): Promise<ReadDocx | null> {
  const files = await openDocx(bytes);
  const main = files.relations('').find(({ kind }) => kind === 'officeDocument')?.path ?? 'word/document.xml';
  const lines: Line[] = [];
  const read = async (path: string) => {
    const part = await files.xml(path);
    if (!part) return null;
    const isBroughtOut = bringOutWords(part, await relatedWords(files, path));
    const isSimplified = simplify(part);
    if (inheritHeaders(part) || isBroughtOut || isSimplified) files.put(path, part);
    lines.push(...linesOf(part));
    return part;
  };
  if (!(await read(main))) return null;
  const related = files.relations(main);
  // A part may be referenced more than once.
  const paths = new Set(related.filter(({ kind }) => writtenParts.has(kind)).map(({ path }) => path));
  for (const path of paths) await read(path);
  const comments = related.find(({ kind }) => kind === 'comments');
  const commented = comments ? await files.xml(comments.path) : null;
  return { lines, comments: commented ? commentsOf(commented) : [], simpler: await files.pack() };
}
