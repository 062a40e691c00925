import { assertPackageSize } from '../archive/zip-budget.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { renderDocxLayout } from './docx-layout.viewer.ts';
import { renderPlainDocx } from './docx-plain.viewer.ts';
import { createRemainderPage, type WordTexts } from './docx-remainder.viewer.ts';
import { compareWords, type Line } from './docx-text.rules.ts';
import { neutralizeLinks } from './neutralize-links.viewer.ts';
import type { RenderedDocument } from './page-column.viewer.ts';
import { readDocxContent } from './read-docx.util.ts';
import { renderedTextOf } from './rendered-text.viewer.ts';

/** Below this share the plain renderer is tried, and the better result is shown. */
const minLayoutShare = 0.95;
/** The plain renderer wins over the layout only by at least this share. */
const minPlainAdvantage = 0.05;

const tryRenderer = async (read: () => Promise<RenderedDocument>, lines: readonly Line[]) => {
  try {
    const rendered = await read();
    return { rendered, ...compareWords(lines, renderedTextOf(rendered.pages)) };
  } catch {
    return null;
  }
};

/**
 * Renders a docx with its layout. Where that fails or loses many words, the plain renderer without pages is
 * tried, and the result with more text is shown. Text that is still missing goes on an extra page.
 * @throws ViewerError `tooLarge` or `unreadable`
 */
export async function renderDocx(
  bytes: Uint8Array<ArrayBuffer>,
  words: WordTexts,
): Promise<RenderedDocument> {
  await assertPackageSize(bytes);
  const read = await readDocxContent(bytes).catch(() => null);
  if (!read) throw new ViewerError('unreadable');
  const { lines, comments, simplifiedBytes } = read;
  const layoutResult = await tryRenderer(() => renderDocxLayout(simplifiedBytes), lines);
  const plainResult =
    (layoutResult?.share ?? 0) < minLayoutShare
      ? await tryRenderer(() => renderPlainDocx(simplifiedBytes), lines)
      : null;
  const isBetter =
    plainResult && (!layoutResult || plainResult.share > layoutResult.share + minPlainAdvantage);
  const best = isBetter ? plainResult : layoutResult;
  const { pages, styles } = best?.rendered ?? { pages: [], styles: [] };
  const missing = (best?.missing ?? lines).map(({ text }) => text);
  const all = [...pages, ...createRemainderPage({ comments, missing }, words)];
  if (all.length === 0) throw new ViewerError('unreadable');
  for (const page of all) neutralizeLinks(page);
  return { pages: all, styles };
}
