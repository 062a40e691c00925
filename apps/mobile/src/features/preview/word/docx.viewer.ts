import { ViewerError } from '../viewer.types.ts';
import { entriesInZip, findZipDirectory } from '../zip-names.rules.ts';
import { cleanLinks } from './clean-links.viewer.ts';
import { layOutDocx } from './docx-layout.viewer.ts';
import { plainDocx } from './docx-plain.viewer.ts';
import { shareOf, wordsOfDocx } from './docx-words.adapter.ts';
import type { Written } from './paper.viewer.ts';

/** What the parts of a document may come to when they are unpacked; pictures are unpacked one by one. */
const mostMarkup = 192 * 1024 * 1024;
/** Below it the other reader is asked, and the better one is shown. */
const enough = 0.95;
/** Words are worth more than the layout from so much on. */
const muchMore = 0.05;

function checkSize(bytes: Uint8Array): void {
  const place = findZipDirectory(bytes, bytes.length);
  const entries = place ? entriesInZip(bytes.subarray(place.offset)) : [];
  const markup = entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name));
  if (markup.reduce((sum, { size }) => sum + size, 0) > mostMarkup) throw new ViewerError('tooLarge');
}

const attempt = async (read: () => Promise<Written>, words: string) => {
  try {
    const written = await read();
    const shown = written.pages.map((page) => page.textContent).join(' ');
    return { written, share: shareOf(words, shown) };
  } catch {
    return null;
  }
};

/**
 * A docx in its layout; where that fails or loses many of the words, the other reader is asked, which knows no pages, and
 * the one with more to read is shown.
 */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>): Promise<Written> {
  checkSize(bytes);
  const { words, simpler } = await wordsOfDocx(bytes);
  const laidOut = await attempt(() => layOutDocx(simpler), words);
  const plain = (laidOut?.share ?? 0) < enough ? await attempt(() => plainDocx(simpler), words) : null;
  const isBetter = plain && (!laidOut || plain.share > laidOut.share + muchMore);
  const best = isBetter ? plain : laidOut;
  if (!best) throw new ViewerError('unreadable');
  for (const page of best.written.pages) cleanLinks(page);
  return best.written;
}
