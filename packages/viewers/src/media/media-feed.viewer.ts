import { ViewerError } from '../viewer/viewer.types.ts';
import type { FeedPlan } from './media.types.ts';
import { bufferedUntil, secondsAhead, secondsBehind } from './media-buffer.rules.ts';
import type { MediaParser } from './media-parser.viewer.ts';
import { isManagedMediaSource, mediaSourceClass } from './media-source.util.ts';

type FeedOptions = {
  readonly video: HTMLVideoElement;
  readonly parser: MediaParser;
  readonly plan: FeedPlan;
  /** The size of the document in bytes. */
  readonly size: number;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
};

const nextEvent = (target: EventTarget, name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    // Created for every fragment of a film, so the listeners must not outlive the wait.
    const settled = new AbortController();
    const settle = (outcome: () => void) => () => {
      settled.abort();
      outcome();
    };
    const listenerOptions = { signal: settled.signal };
    target.addEventListener(name, settle(resolve), listenerOptions);
    signal.addEventListener(
      'abort',
      settle(() => reject(signal.reason)),
      listenerOptions,
    );
  });

async function openMediaSource(video: HTMLVideoElement, signal: AbortSignal): Promise<MediaSource> {
  const Source = mediaSourceClass();
  if (Source === null) throw new ViewerError('mediaUnsupported');
  const source = new Source();
  const isOpen = nextEvent(source, 'sourceopen', signal);
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
function createWakeSignal() {
  let wake: () => void = () => undefined;
  let next = new Promise<void>((resolve) => {
    wake = resolve;
  });
  return {
    wake: () => wake(),
    async wait() {
      await next;
      next = new Promise((resolve) => {
        wake = resolve;
      });
    },
  };
}

/**
 * Feeds the browser's player with remuxed fragments, a few seconds ahead of playback, and restarts at the new
 * position after a seek. Ends with the signal.
 */
export async function startFeed(options: FeedOptions, startSeconds: number): Promise<void> {
  const { video, parser, plan, size, onFailure, signal } = options;
  const source = await openMediaSource(video, signal);
  source.duration = plan.duration;
  const buffer = source.addSourceBuffer(plan.mimeType);
  const aheadSeconds = secondsAhead(size, plan.duration);
  const wakeSignal = createWakeSignal();
  const eventOptions = { signal };
  let seekTarget: number | null = startSeconds;
  let hasEnded = false;
  let restartPosition = 0;

  const updateBuffer = async (change: () => void) => {
    const isDone = nextEvent(buffer, 'updateend', signal);
    change();
    await isDone;
  };
  const needsData = () => {
    if (isManagedMediaSource(source) && !source.streaming) return false;
    const listenerOptions = bufferedUntil(buffer.buffered, video.currentTime);
    return listenerOptions === null || listenerOptions - video.currentTime < aheadSeconds;
  };
  const restartAt = async (seconds: number) => {
    restartPosition = video.currentTime;
    if (source.readyState === 'open') buffer.abort();
    if (buffer.buffered.length > 0) await updateBuffer(() => buffer.remove(0, Number.POSITIVE_INFINITY));
    await parser.start(seconds);
    hasEnded = false;
  };
  const removePlayed = async () => {
    const { buffered } = buffer;
    const removeUntil = video.currentTime - secondsBehind;
    if (buffered.length > 0 && buffered.start(0) < removeUntil - secondsBehind)
      await updateBuffer(() => buffer.remove(0, removeUntil));
  };
  // The first frame may start slightly after zero, and playback would wait for the gap forever.
  const bridgeGap = () => {
    const { buffered } = buffer;
    if (seekTarget !== null || buffered.length === 0 || bufferedUntil(buffered, video.currentTime) !== null)
      return;
    // A user has moved the position, and the event of that seek has not arrived yet.
    if (video.currentTime !== restartPosition) return;
    if (buffered.start(0) > video.currentTime) video.currentTime = buffered.start(0);
  };
  const append = async (fragment: Uint8Array<ArrayBuffer>) => {
    try {
      await updateBuffer(() => buffer.appendBuffer(fragment));
    } catch (error) {
      if ((error as DOMException).name !== 'QuotaExceededError') throw error;
      await updateBuffer(() => buffer.remove(0, Math.max(0.1, video.currentTime - 1)));
      await updateBuffer(() => buffer.appendBuffer(fragment));
    }
  };
  const feedOnce = async () => {
    if (seekTarget !== null) {
      const seconds = seekTarget;
      seekTarget = null;
      await restartAt(seconds);
    }
    if (hasEnded || !needsData()) return wakeSignal.wait();
    const fragment = await parser.next();
    if (seekTarget !== null) return undefined;
    if (fragment.length === 0) {
      hasEnded = true;
      if (source.readyState === 'open') source.endOfStream();
      return undefined;
    }
    await append(fragment as Uint8Array<ArrayBuffer>);
    bridgeGap();
    return removePlayed();
  };
  const feed = async () => {
    while (!signal.aborted) await feedOnce();
  };

  video.addEventListener(
    'seeking',
    () => {
      if (bufferedUntil(buffer.buffered, video.currentTime) === null) seekTarget = video.currentTime;
      wakeSignal.wake();
    },
    eventOptions,
  );
  for (const name of ['timeupdate', 'waiting', 'playing'])
    video.addEventListener(name, wakeSignal.wake, eventOptions);
  source.addEventListener('startstreaming', wakeSignal.wake, eventOptions);
  signal.addEventListener('abort', wakeSignal.wake, { once: true });
  feed().catch((error: unknown) => {
    if (!signal.aborted) onFailure(error);
  });
}
