import { moveHiddenTexts } from './docx-boxes.rules.ts';
import { inheritHeaders, simplifyMarkup } from './docx-markup.rules.ts';
import { openDocx } from './docx-package.util.ts';
import { commentsOf, readRelatedTexts } from './docx-related.util.ts';
import {
  closeContextualSpacing,
  completeSpacing,
  contextualStyles,
  prepareSections,
} from './docx-sections.rules.ts';
import { type Line, linesOf } from './docx-text.rules.ts';

export type Comment = { readonly author: string; readonly text: string };

export type DocxContent = {
  /** The text of all parts, without content that was deleted in review. */
  readonly lines: readonly Line[];
  readonly comments: readonly Comment[];
  /** The original bytes, or the document with markup that the renderers fully support. */
  readonly simplifiedBytes: Uint8Array<ArrayBuffer>;
};

const textParts = new Set(['header', 'footer', 'footnotes', 'endnotes']);

/** Reads and normalises the parts of a docx that contain text; null where there is no main document. */
export async function readDocxContent(bytes: Uint8Array<ArrayBuffer>): Promise<DocxContent | null> {
  const files = await openDocx(bytes);
  const main =
    files.relationships('').find(({ kind }) => kind === 'officeDocument')?.path ?? 'word/document.xml';
  const lines: Line[] = [];
  const stylesPath = files.relationships(main).find(({ kind }) => kind === 'styles')?.path;
  const styles = stylesPath === undefined ? null : await files.xml(stylesPath);
  const contextual = styles ? contextualStyles(styles) : new Set<string>();
  if (styles && stylesPath !== undefined) {
    completeSpacing(styles);
    files.replacePart(stylesPath, styles);
  }
  const read = async (path: string) => {
    const part = await files.xml(path);
    if (!part) return null;
    const hasMovedTexts = moveHiddenTexts(part, await readRelatedTexts(files, path));
    const isSimplified = simplifyMarkup(part);
    closeContextualSpacing(part, contextual);
    const isPrepared = prepareSections(part);
    if (inheritHeaders(part) || hasMovedTexts || isSimplified || isPrepared) files.replacePart(path, part);
    lines.push(...linesOf(part));
    return part;
  };
  if (!(await read(main))) return null;
  const relationships = files.relationships(main);
  // A part may be referenced more than once.
  const paths = new Set(relationships.filter(({ kind }) => textParts.has(kind)).map(({ path }) => path));
  for (const path of paths) await read(path);
  const comments = relationships.find(({ kind }) => kind === 'comments');
  const commentsDocument = comments ? await files.xml(comments.path) : null;
  return {
    lines,
    comments: commentsDocument ? commentsOf(commentsDocument) : [],
    simplifiedBytes: await files.pack(),
  };
}
