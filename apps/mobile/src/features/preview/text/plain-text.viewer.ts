import { textBlocks } from './text-blocks.rules.ts';
import { textSearch } from './text-search.viewer.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { type TextWindow, textWindow } from './text-window.viewer.ts';

/** Shows plain text of any size. */
export async function plainText({ scroller, source, encoding, start, onPage }: TextStage): Promise<TextView> {
  const blocks = textBlocks(source, encoding);
  let failed: (error: unknown) => void = () => undefined;
  const { search, marksOf } = textSearch(blocks, (): TextWindow => view);
  const view: TextWindow = textWindow({
    scroller,
    blocks,
    onPage,
    // After the first page was shown, the page itself reports failed reads.
    onFailure: (error) => failed(error),
    marksOf,
  });
  await new Promise<void>((resolve, reject) => {
    failed = reject;
    view.goTo(start).then(resolve, reject);
  });
  return { goTo: (page) => void view.goTo(page), search, end: view.end };
}
