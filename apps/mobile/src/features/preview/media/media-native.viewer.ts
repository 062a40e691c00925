import type { MediaOffer } from './media-offer.adapter.ts';
import { ready } from './media-ready.viewer.ts';

/** Whether a service worker controls the page: only then can it answer the requests of a player. */
export const canOffer = () => navigator.serviceWorker?.controller?.state === 'activated';

export type NativeOptions = {
  readonly video: HTMLVideoElement;
  /** Creates a URL for the bytes, served by the service worker or by the native shell. */
  readonly offer: (onFailure: (error: unknown) => void) => MediaOffer | Promise<MediaOffer>;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
};

const mostTries = 3;

/**
 * Lets the browser play a film directly by range requests. After a broken response, for example when the
 * browser has stopped the service worker, it resumes at the same position.
 */
export async function playNative(options: NativeOptions): Promise<void> {
  const { video, onFailure, signal } = options;
  const reading = new AbortController();
  const first = new Promise<never>((_, reject) => {
    reading.signal.addEventListener('abort', () => reject(reading.signal.reason), { once: true });
  });
  first.catch(() => undefined);
  const offer = await options.offer((error) => {
    // Before the first picture this error fails the opening; later it closes the viewer.
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
      // Later listeners report the failure, so they must not see the error while there are retries.
      event.stopImmediatePropagation();
      const goesOn = !video.paused;
      video.src = offer.url;
      video.currentTime = last;
      if (goesOn) video.play().catch(() => undefined);
    },
    listen,
  );
}
