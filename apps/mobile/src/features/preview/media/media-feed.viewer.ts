import { ViewerError } from '../viewer.types.ts';
import { readyUntil, secondsAhead, secondsBehind } from './feed-goal.rules.ts';
import type { FeedPlan } from './media.types.ts';
import type { MediaParser } from './media-parser.viewer.ts';
import { isManaged, mediaSourceClass } from './media-source.adapter.ts';

type FeedOptions = {
  readonly video: HTMLVideoElement;
  readonly parser: MediaParser;
  readonly plan: FeedPlan;
  /** The size of the document in bytes. */
  readonly size: number;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
};

const once = (target: EventTarget, name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    // Created for every fragment of a film, so the listeners must not outlive the wait.
    const settled = new AbortController();
    const settle = (outcome: () => void) => () => {
      settled.abort();
      outcome();
    };
    const until = { signal: settled.signal };
    target.addEventListener(name, settle(resolve), until);
    signal.addEventListener(
      'abort',
      settle(() => reject(signal.reason)),
      until,
    );
  });

async function opened(video: HTMLVideoElement, signal: AbortSignal): Promise<MediaSource> {
  const Source = mediaSourceClass();
  if (Source === null) throw new ViewerError('mediaUnsupported');
  const source = new Source();
  const isOpen = once(source, 'sourceopen', signal);
  // A `MediaSource` URL refers to a stream that is fed, not to stored bytes.
  const url = URL.createObjectURL(source);
  video.src = url;
  try {
    await isOpen;
  } finally {
    URL.revokeObjectURL(url);
  }
  return source;
}

/** A signal that resumes the feeding loop after an event. */
function createBell() {
  let ring: () => void = () => undefined;
  let next = new Promise<void>((resolve) => {
    ring = resolve;
  });
  return {
    ring: () => ring(),
    async wait() {
      await next;
      next = new Promise((resolve) => {
        ring = resolve;
      });
    },
  };
}

/**
 * Feeds the browser's player with remuxed fragments, a few seconds ahead of playback, and restarts at the new
 * position after a seek. Ends with the signal.
 */
export async function startFeed(options: FeedOptions, from: number): Promise<void> {
  const { video, parser, plan, size, onFailure, signal } = options;
  const source = await opened(video, signal);
  source.duration = plan.duration;
  const buffer = source.addSourceBuffer(plan.mimeType);
  const goal = secondsAhead(size, plan.duration);
  const bell = createBell();
  const listen = { signal };
  let wanted: number | null = from;
  let hasEnded = false;

  const changed = async (change: () => void) => {
    const isDone = once(buffer, 'updateend', signal);
    change();
    await isDone;
  };
  const isHungry = () => {
    if (isManaged(source) && !source.streaming) return false;
    const until = readyUntil(buffer.buffered, video.currentTime);
    return until === null || until - video.currentTime < goal;
  };
  const goThere = async (seconds: number) => {
    if (source.readyState === 'open') buffer.abort();
    if (buffer.buffered.length > 0) await changed(() => buffer.remove(0, Number.POSITIVE_INFINITY));
    await parser.start(seconds);
    hasEnded = false;
  };
  const dropOld = async () => {
    const { buffered } = buffer;
    const before = video.currentTime - secondsBehind;
    if (buffered.length > 0 && buffered.start(0) < before - secondsBehind)
      await changed(() => buffer.remove(0, before));
  };
  // The first frame may start slightly after zero, and playback would wait for the gap forever.
  const bridgeGap = () => {
    const { buffered } = buffer;
    if (wanted !== null || buffered.length === 0 || readyUntil(buffered, video.currentTime) !== null) return;
    if (buffered.start(0) > video.currentTime) video.currentTime = buffered.start(0);
  };
  const append = async (piece: Uint8Array<ArrayBuffer>) => {
    try {
      await changed(() => buffer.appendBuffer(piece));
    } catch (error) {
      if ((error as DOMException).name !== 'QuotaExceededError') throw error;
      await changed(() => buffer.remove(0, Math.max(0.1, video.currentTime - 1)));
      await changed(() => buffer.appendBuffer(piece));
    }
  };
  const turn = async () => {
    if (wanted !== null) {
      const seconds = wanted;
      wanted = null;
      await goThere(seconds);
    }
    if (hasEnded || !isHungry()) return bell.wait();
    const piece = await parser.next();
    if (wanted !== null) return undefined;
    if (piece.length === 0) {
      hasEnded = true;
      if (source.readyState === 'open') source.endOfStream();
      return undefined;
    }
    await append(piece as Uint8Array<ArrayBuffer>);
    bridgeGap();
    return dropOld();
  };
  const feed = async () => {
    while (!signal.aborted) await turn();
  };

  video.addEventListener(
    'seeking',
    () => {
      if (readyUntil(buffer.buffered, video.currentTime) === null) wanted = video.currentTime;
      bell.ring();
    },
    listen,
  );
  for (const name of ['timeupdate', 'waiting', 'playing']) video.addEventListener(name, bell.ring, listen);
  source.addEventListener('startstreaming', bell.ring, listen);
  signal.addEventListener('abort', bell.ring, { once: true });
  feed().catch((error: unknown) => {
    if (!signal.aborted) onFailure(error);
  });
}
