import type { Stretch } from '../find-text.rules.ts';
import type { DocumentSearch, FindOptions } from '../viewer.types.ts';
import type { TextBlocks } from './text-blocks.rules.ts';
import { reachOf, wordFinder } from './text-search.rules.ts';
import type { MarkedStretch, TextWindow } from './text-window.viewer.ts';

type Match = Stretch & { readonly block: number };

/** Limit of the matches that are counted and can be visited. */
const mostMatches = 20_000;

/**
 * Searches a long text block by block from the visible one on; the text of searched blocks is not retained.
 */
export function textSearch(blocks: TextBlocks, windowOf: () => TextWindow) {
  let byBlock = new Map<number, Match[]>();
  let count = 0;
  let current: Match | null = null;
  let tell: () => void = () => undefined;

  const ordered = () =>
    Array.from(byBlock.keys())
      .sort((a, b) => a - b)
      .flatMap((block) => byBlock.get(block) ?? []);
  const placeOfCurrent = () => {
    if (current === null) return 0;
    let before = 0;
    for (const [block, matches] of byBlock) if (block < current.block) before += matches.length;
    return before + (byBlock.get(current.block) ?? []).indexOf(current) + 1;
  };
  const marksOf = (block: number): readonly MarkedStretch[] =>
    (byBlock.get(block) ?? []).map((match) => ({
      start: match.start,
      end: match.end,
      current: match === current,
    }));

  async function goTo(match: Match) {
    current = match;
    tell();
    const place = await windowOf().showBlock(match.block);
    windowOf().mark();
    if (current === match) place?.querySelector('mark.current')?.scrollIntoView({ block: 'center' });
  }
  function forget() {
    byBlock = new Map();
    count = 0;
    current = null;
    windowOf().mark();
  }

  async function find({ words, onFound, signal }: FindOptions) {
    forget();
    const first = windowOf().blockNow();
    const findIn = wordFinder(words);
    let searched = 0;
    tell = () => {
      if (!signal.aborted) onFound({ count, current: placeOfCurrent(), searched });
    };
    signal.addEventListener('abort', forget, { once: true });
    let read: { readonly block: number; readonly text: string } | null = null;
    const textOf = async (block: number) => (read?.block === block ? read.text : blocks.text(block));
    let told = 0;
    for (let step = 0; step < blocks.blocks; step += 1) {
      const block = (first + step) % blocks.blocks;
      const text = await textOf(block);
      const after = block + 1 < blocks.blocks ? await blocks.text(block + 1) : '';
      if (signal.aborted) return;
      read = { block: block + 1, text: after };
      const found = findIn(text + after.slice(0, reachOf(words))).filter(({ start }) => start < text.length);
      searched = (step + 1) / blocks.blocks;
      if (found.length > 0) {
        const matches = found.map((stretch) => ({ ...stretch, block }));
        byBlock.set(block, matches);
        count += matches.length;
        if (current === null && matches[0]) void goTo(matches[0]);
        else windowOf().mark();
      }
      const now = performance.now();
      if (found.length > 0 || now - told > 200 || searched === 1) {
        told = now;
        tell();
      }
      if (count >= mostMatches) break;
    }
    searched = 1;
    tell();
  }

  const search: DocumentSearch = {
    find,
    step(to) {
      const matches = ordered();
      if (matches.length === 0) return;
      const at = current ? matches.indexOf(current) : -1;
      const next = matches[(at + (to === 'next' ? 1 : matches.length - 1)) % matches.length];
      if (next) void goTo(next);
    },
  };
  return { search, marksOf };
}
