import type { FindOptions, OpenViewer, OutlineItem } from '../viewer.types.ts';
import { type Call, unheard } from './calls.adapter.ts';
import type { FrameAnswers, FrameView, HandedItem, PageAnswers } from './frame.types.ts';
import { outlineFrom } from './handed-outline.rules.ts';

/** The viewer tools as calls to the frame, limited to those that its document supports. */
export function frameTools() {
  const searches = new Map<number, FindOptions['onFound']>();
  let lastSearch = 0;
  const onFound: PageAnswers['onFound'] = (search, found) => searches.get(search)?.(found);

  const offer = (can: readonly (keyof FrameView)[], call: Call<FrameAnswers>): Omit<OpenViewer, 'close'> => {
    const itemOf = ({ id, title, page, items }: HandedItem): OutlineItem => ({
      title,
      page,
      goTo: () => unheard(call('goToItem', id)),
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
          unheard(call('endFind', search));
        },
        { once: true },
      );
      await call('find', search, words);
    };
    const tools: Omit<OpenViewer, 'close'> = {
      goTo: (page) => unheard(call('goTo', page)),
      zoom: (step) => unheard(call('zoom', step)),
      rotate: () => unheard(call('rotate')),
      search: { find, step: (to) => unheard(call('step', to)) },
      outline: async () => outlineFrom(await call('outline')).map(itemOf),
    };
    return Object.fromEntries(
      Object.entries(tools).filter(([name]) => can.includes(name as keyof FrameView)),
    );
  };
  return { onFound, offer };
}
