import { checkPackage } from '../archive/zip-budget.adapter.ts';
import { ViewerError } from '../viewer.types.ts';
import { cleanLinks } from './clean-links.viewer.ts';
import { layOutDocx } from './docx-layout.viewer.ts';
import { plainDocx } from './docx-plain.viewer.ts';
import { pageOfRest, type WordWords } from './docx-rest.viewer.ts';
import { compareWords, type Line } from './docx-words.rules.ts';
import type { Written } from './paper.viewer.ts';
import { readParts } from './read-docx.adapter.ts';
import { shownText } from './shown-text.viewer.ts';

/** Below this share the plain renderer is tried, and the better result is shown. */
const enough = 0.95;
/** The plain renderer wins over the layout only by at least this share. */
const muchMore = 0.05;

const attempt = async (read: () => Promise<Written>, lines: readonly Line[]) => {
  try {
    const written = await read();
    return { written, ...compareWords(lines, shownText(written.pages)) };
  } catch {
    return null;
  }
};

/**
 * Renders a docx with its layout. Where that fails or loses many words, the plain renderer without pages is
 * tried, and the result with more text is shown. Text that is still missing goes on an extra page.
 * @throws ViewerError `tooLarge` or `unreadable`
 */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>, words: WordWords): Promise<Written> {
  await checkPackage(bytes);
  const read = await readParts(bytes).catch(() => null);
  if (!read) throw new ViewerError('unreadable');
  const { lines, comments, simpler } = read;
  const laidOut = await attempt(() => layOutDocx(simpler), lines);
  const plain = (laidOut?.share ?? 0) < enough ? await attempt(() => plainDocx(simpler), lines) : null;
  const isBetter = plain && (!laidOut || plain.share > laidOut.share + muchMore);
  const best = isBetter ? plain : laidOut;
  const { pages, styles } = best?.written ?? { pages: [], styles: [] };
  const missing = (best?.missing ?? lines).map(({ text }) => text);
  const all = [...pages, ...pageOfRest({ comments, missing }, words)];
  if (all.length === 0) throw new ViewerError('unreadable');
  for (const page of all) cleanLinks(page);
  return { pages: all, styles };
}
