import type { FindOptions, OpenViewer, OutlineItem } from '../viewer.types.ts';
import type { Call } from './calls.adapter.ts';
import type { FrameAnswers, FrameView, HandedItem, PageAnswers } from './frame.types.ts';

/** The page's tools as calls to the frame, as far as its document has them. */
export function frameTools() {
  const searches = new Map<number, FindOptions['onFound']>();
  let lastSearch = 0;
  const onFound: PageAnswers['onFound'] = (search, found) => searches.get(search)?.(found);

  const offer = (can: readonly (keyof FrameView)[], call: Call<FrameAnswers>): Omit<OpenViewer, 'close'> => {
    const itemOf = ({ id, title, page, items }: HandedItem): OutlineItem => ({
      title,
      page,
      goTo: () => void call('goToItem', id),
      items: items.map(itemOf),
    });
    const find = async ({ words, onFound: tell, signal }: FindOptions) => {
      lastSearch += 1;
      const search = lastSearch;
      searches.set(search, tell);
      signal.addEventListener(
        'abort',
        () => {
          searches.delete(search);
          void call('endFind', search);
        },
        { once: true },
      );
      await call('find', search, words);
    };
    const tools: Omit<OpenViewer, 'close'> = {
      goTo: (page) => void call('goTo', page),
      zoom: (step) => void call('zoom', step),
      rotate: () => void call('rotate'),
      search: { find, step: (to) => void call('step', to) },
      outline: async () => (await call('outline')).map(itemOf),
    };
    return Object.fromEntries(
      Object.entries(tools).filter(([name]) => can.includes(name as keyof FrameView)),
    );
  };
  return { onFound, offer };
}
