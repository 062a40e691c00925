import { ALL_FORMATS, CustomSource, Input } from 'mediabunny';
import type { FrameSource, ShowFrame } from '../frame/frame.types.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { chooseMediaFeed, type MediaFeed } from './feed-plan.util.ts';
import { readMediaFacts } from './media-facts.util.ts';
import { type Remux, startRemux } from './remux.util.ts';

const maxReadBytes = 1024 * 1024;

const createInput = (source: FrameSource) =>
  new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => source.size,
      async read(start, end) {
        const result = new Uint8Array(end - start);
        for (let at = start; at < end; at += maxReadBytes)
          result.set(await source.read(at, Math.min(maxReadBytes, end - at)), at - start);
        return result;
      },
      maxCacheSize: 8 * 1024 * 1024,
      prefetchProfile: 'fileSystem',
    }),
  });

/**
 * Reads the metadata of films and recordings and remuxes their tracks into a container that browsers accept.
 */
export const show: ShowFrame = async (_root, source) => {
  const input = createInput(source);
  if (!(await input.canRead())) throw new ViewerError('unreadable');
  let feed: Promise<MediaFeed | null> | undefined;
  const chooseFeedOnce = () => {
    feed ??= chooseMediaFeed(input);
    return feed;
  };
  let remux: Remux | undefined;
  return {
    media: {
      facts: () => readMediaFacts(input),
      async plan() {
        const chosen = await chooseFeedOnce();
        return chosen && { mimeType: chosen.mimeType, duration: chosen.duration, kinds: chosen.kinds };
      },
      async start(seconds) {
        const previous = remux;
        remux = undefined;
        await previous?.end().catch(() => undefined);
        const chosen = await chooseFeedOnce();
        if (chosen) remux = await startRemux(chosen, seconds);
      },
      next: async () => (await remux?.next()) ?? new Uint8Array(),
    },
  };
};
