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

/** Below it the other reader is asked, and the better one is shown. */
const enough = 0.95;
/** Words are worth more than the layout from so much on. */
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
 * A docx in its layout; where that fails or loses many of the words, the other reader is asked, which knows no pages, and
 * the one with more to read is shown. What it lacks all the same stands on a page of its own.
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
