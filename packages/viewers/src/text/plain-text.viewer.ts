import { createTextBlocks } from './text-blocks.rules.ts';
import { createTextSearch } from './text-search.viewer.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { createTextWindow, type TextWindow } from './text-window.viewer.ts';

/** Shows plain text of any size. */
export async function showPlainText({
  scroller,
  source,
  encoding,
  start,
  onPage,
}: TextStage): Promise<TextView> {
  const blocks = createTextBlocks(source, encoding);
  let onFailure: (error: unknown) => void = () => undefined;
  const { search, marksOf } = createTextSearch(blocks, (): TextWindow => view);
  const view: TextWindow = createTextWindow({
    scroller,
    blocks,
    onPage,
    // After the first page was shown, the page itself reports failed reads.
    onFailure: (error) => onFailure(error),
    marksOf,
  });
  await new Promise<void>((resolve, reject) => {
    onFailure = reject;
    view.goTo(start).then(resolve, reject);
  });
  return { goTo: (page) => void view.goTo(page), search, end: view.end };
}
