import type { MediaOffer } from './media-offer.adapter.ts';
import { ready } from './media-ready.viewer.ts';

/** Whether a service worker stands between the page and its requests: only it can answer a player's. */
export const canOffer = () => navigator.serviceWorker?.controller?.state === 'activated';

export type NativeOptions = {
  readonly video: HTMLVideoElement;
  /** Gives the bytes an address: a service worker's, or the native shell's. */
  readonly offer: (onFailure: (error: unknown) => void) => MediaOffer | Promise<MediaOffer>;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
};

const mostTries = 3;

/**
 * Has the browser play a film as it is, asking for the ranges that it wants. Where an answer broke off, which is no fault
 * of the film (a worker may be ended at any time), it begins again at the same place.
 */
export async function playNative(options: NativeOptions): Promise<void> {
  const { video, onFailure, signal } = options;
  const reading = new AbortController();
  const first = new Promise<never>((_, reject) => {
    reading.signal.addEventListener('abort', () => reject(reading.signal.reason), { once: true });
  });
  first.catch(() => undefined);
  const offer = await options.offer((error) => {
    // Before the first picture the viewing fails with it, later it ends by it.
    reading.abort(error);
    onFailure(error);
  });
  if (signal.aborted) offer.end();
  signal.throwIfAborted();
  const end = () => offer.end();
  signal.addEventListener('abort', end, { once: true });
  video.src = offer.url;
  try {
    await Promise.race([ready(video, signal), first]);
  } catch (error) {
    signal.removeEventListener('abort', end);
    end();
    throw error;
  }
  let tries = 0;
  let last = 0;
  const listen = { signal };
  video.addEventListener(
    'timeupdate',
    () => {
      if (video.readyState === 0) return;
      if (video.currentTime > last) tries = 0;
      last = video.currentTime;
    },
    listen,
  );
  video.addEventListener(
    'error',
    (event) => {
      const { code } = video.error ?? {};
      const isLine = code === MediaError.MEDIA_ERR_NETWORK || code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
      if (!isLine || tries >= mostTries || reading.signal.aborted) return;
      tries += 1;
      // Who shows that it failed hears of it only where it is given up.
      event.stopImmediatePropagation();
      const goesOn = !video.paused;
      video.src = offer.url;
      video.currentTime = last;
      if (goesOn) video.play().catch(() => undefined);
    },
    listen,
  );
}
