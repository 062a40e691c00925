import type { FindOptions, OpenViewer, OutlineItem, ReadTextOptions } from '../viewer/viewer.types.ts';
import type { FrameApi, FrameView, PageApi, RemoteOutlineItem } from './frame.types.ts';
import { isCount } from './frame-messages.rules.ts';
import { parseOutline } from './frame-outline.rules.ts';
import { type Call, fireAndForget } from './port-calls.util.ts';

/** Limit against a list that never ends. */
const maxHiddenPages = 5000;

/** The viewer tools as calls to the frame, limited to those that its document supports. */
export function createFrameTools() {
  const searches = new Map<number, FindOptions['onFound']>();
  let lastSearch = 0;
  const onFound: PageApi['onFound'] = (search, found) => searches.get(search)?.(found);

  const toolsFor = (
    features: readonly (keyof FrameView)[],
    call: Call<FrameApi>,
  ): Omit<OpenViewer, 'close'> => {
    const toOutlineItem = ({ id, title, page, items }: RemoteOutlineItem): OutlineItem => ({
      title,
      page,
      goTo: () => fireAndForget(call('goToItem', id)),
      items: items.map(toOutlineItem),
    });
    const find = async ({ words, onFound: emitFound, signal }: FindOptions) => {
      lastSearch += 1;
      const search = lastSearch;
      searches.set(search, emitFound);
      signal.addEventListener(
        'abort',
        () => {
          searches.delete(search);
          fireAndForget(call('endFind', search));
        },
        { once: true },
      );
      await call('find', search, words);
    };
    const readText = async ({ maxCharacters, signal }: ReadTextOptions): Promise<string> => {
      signal.throwIfAborted();
      const text: unknown = await call('readText', maxCharacters);
      // A compromised frame can send anything.
      return typeof text === 'string' ? text.slice(0, maxCharacters) : '';
    };
    const tools: Omit<OpenViewer, 'close'> = {
      goTo: (page) => fireAndForget(call('goTo', page)),
      zoom: (step) => fireAndForget(call('zoom', step)),
      rotate: () => fireAndForget(call('rotate')),
      present: (page) => fireAndForget(call('present', page)),
      hiddenPages: async () => {
        const pages: unknown = await call('hiddenPages');
        // A compromised frame can send anything.
        return Array.isArray(pages) ? pages.slice(0, maxHiddenPages).filter(isCount) : [];
      },
      search: { find, step: (to) => fireAndForget(call('step', to)), readText },
      outline: async () => parseOutline(await call('outline')).map(toOutlineItem),
    };
    return Object.fromEntries(
      Object.entries(tools).filter(([name]) => features.includes(name as keyof FrameView)),
    );
  };
  return { onFound, toolsFor };
}
