import { ALL_FORMATS, CustomSource, Input } from 'mediabunny';
import type { FrameSource, ShowFrame } from '../frame/frame.types.ts';
import { ViewerError } from '../viewer.types.ts';
import { type FeedWay, feedWayOf } from './feed-plan.adapter.ts';
import { factsOf } from './media-facts.adapter.ts';
import { type Remux, startRemux } from './remux.adapter.ts';

const largestRead = 1024 * 1024;

const inputOf = (from: FrameSource) =>
  new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => from.size,
      async read(start, end) {
        const whole = new Uint8Array(end - start);
        for (let at = start; at < end; at += largestRead)
          whole.set(await from.read(at, Math.min(largestRead, end - at)), at - start);
        return whole;
      },
      maxCacheSize: 8 * 1024 * 1024,
      prefetchProfile: 'fileSystem',
    }),
  });

/**
 * Reads the metadata of films and recordings and remuxes their tracks into a container that browsers accept.
 */
export const show: ShowFrame = async (_root, source) => {
  const input = inputOf(source);
  if (!(await input.canRead())) throw new ViewerError('unreadable');
  let way: Promise<FeedWay | null> | undefined;
  const wayOnce = () => {
    way ??= feedWayOf(input);
    return way;
  };
  let remux: Remux | undefined;
  return {
    media: {
      facts: () => factsOf(input),
      async plan() {
        const found = await wayOnce();
        return found && { mimeType: found.mimeType, duration: found.duration, kinds: found.kinds };
      },
      async start(seconds) {
        const before = remux;
        remux = undefined;
        await before?.end().catch(() => undefined);
        const found = await wayOnce();
        if (found) remux = await startRemux(found, seconds);
      },
      next: async () => (await remux?.next()) ?? new Uint8Array(),
    },
  };
};
