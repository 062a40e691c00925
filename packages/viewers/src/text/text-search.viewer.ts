import type { TextRange } from '../viewer/find-text.rules.ts';
import type { DocumentSearch, FindOptions } from '../viewer/viewer.types.ts';
import type { TextBlocks } from './text-blocks.rules.ts';
import { createWordFinder, matchReachOf } from './text-search.rules.ts';
import type { MarkedRange, TextWindow } from './text-window.viewer.ts';

type Match = TextRange & { readonly block: number };

/** Limit of the matches that are counted and can be visited. */
const maxMatches = 20_000;

/**
 * Searches a long text block by block from the visible one on; the text of searched blocks is not retained.
 */
export function createTextSearch(blocks: TextBlocks, windowOf: () => TextWindow) {
  let byBlock = new Map<number, Match[]>();
  let count = 0;
  let current: Match | null = null;
  let emitFound: () => void = () => undefined;

  const orderedMatches = () =>
    Array.from(byBlock.keys())
      .sort((a, b) => a - b)
      .flatMap((block) => byBlock.get(block) ?? []);
  const currentNumber = () => {
    if (current === null) return 0;
    let before = 0;
    for (const [block, matches] of byBlock) if (block < current.block) before += matches.length;
    return before + (byBlock.get(current.block) ?? []).indexOf(current) + 1;
  };
  const marksOf = (block: number): readonly MarkedRange[] =>
    (byBlock.get(block) ?? []).map((match) => ({
      start: match.start,
      end: match.end,
      isCurrent: match === current,
    }));

  async function goTo(match: Match) {
    current = match;
    emitFound();
    const blockElement = await windowOf().showBlock(match.block);
    windowOf().mark();
    if (current === match) blockElement?.querySelector('mark.current')?.scrollIntoView({ block: 'center' });
  }
  function clear() {
    byBlock = new Map();
    count = 0;
    current = null;
    windowOf().mark();
  }

  async function find({ words, onFound, signal }: FindOptions) {
    clear();
    const first = windowOf().currentBlock();
    const findIn = createWordFinder(words);
    let searched = 0;
    emitFound = () => {
      if (!signal.aborted) onFound({ count, current: currentNumber(), searched });
    };
    signal.addEventListener('abort', clear, { once: true });
    let nextRead: { readonly block: number; readonly text: string } | null = null;
    const textOf = async (block: number) =>
      nextRead?.block === block ? nextRead.text : blocks.readText(block);
    let reportedAt = 0;
    for (let step = 0; step < blocks.blockCount; step += 1) {
      const block = (first + step) % blocks.blockCount;
      const text = await textOf(block);
      const nextText = block + 1 < blocks.blockCount ? await blocks.readText(block + 1) : '';
      if (signal.aborted) return;
      nextRead = { block: block + 1, text: nextText };
      const found = findIn(text + nextText.slice(0, matchReachOf(words))).filter(
        ({ start }) => start < text.length,
      );
      searched = (step + 1) / blocks.blockCount;
      if (found.length > 0) {
        const matches = found.map((stretch) => ({ ...stretch, block }));
        byBlock.set(block, matches);
        count += matches.length;
        if (current === null && matches[0]) void goTo(matches[0]);
        else windowOf().mark();
      }
      const now = performance.now();
      if (found.length > 0 || now - reportedAt > 200 || searched === 1) {
        reportedAt = now;
        emitFound();
      }
      if (count >= maxMatches) break;
    }
    searched = 1;
    emitFound();
  }

  const search: DocumentSearch = {
    find,
    async readText({ maxCharacters, signal }) {
      let text = '';
      for (
        let block = 0;
        block < blocks.blockCount && text.length < maxCharacters && !signal.aborted;
        block += 1
      )
        text += await blocks.readText(block);
      return text;
    },
    step(to) {
      const matches = orderedMatches();
      if (matches.length === 0) return;
      const at = current ? matches.indexOf(current) : -1;
      const next = matches[(at + (to === 'next' ? 1 : matches.length - 1)) % matches.length];
      if (next) void goTo(next);
    },
  };
  return { search, marksOf };
}
