import type { MediaOffer } from './media-offer.util.ts';
import { waitUntilPlayable } from './media-ready.viewer.ts';

/** Whether a service worker controls the page: only then can it answer the requests of a player. */
export const canServeByWorker = () => navigator.serviceWorker?.controller?.state === 'activated';

export type NativeOptions = {
  readonly video: HTMLVideoElement;
  /** Creates a URL for the bytes, served by the service worker or by the native shell. */
  readonly offer: (onFailure: (error: unknown) => void) => MediaOffer | Promise<MediaOffer>;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
};

const maxRetries = 3;

/**
 * Lets the browser play a film directly by range requests. After a broken response, for example when the
 * browser has stopped the service worker, it resumes at the same position.
 */
export async function playNative(options: NativeOptions): Promise<void> {
  const { video, onFailure, signal } = options;
  const reading = new AbortController();
  const readFailure = new Promise<never>((_, reject) => {
    reading.signal.addEventListener('abort', () => reject(reading.signal.reason), { once: true });
  });
  readFailure.catch(() => undefined);
  const offer = await options.offer((error) => {
    // Before the first picture this error fails the opening; later it closes the viewer.
    reading.abort(error);
    onFailure(error);
  });
  if (signal.aborted) offer.end();
  signal.throwIfAborted();
  const endOffer = () => offer.end();
  signal.addEventListener('abort', endOffer, { once: true });
  video.src = offer.url;
  try {
    await Promise.race([waitUntilPlayable(video, signal), readFailure]);
  } catch (error) {
    signal.removeEventListener('abort', endOffer);
    endOffer();
    throw error;
  }
  let retries = 0;
  let lastTime = 0;
  const listenerOptions = { signal };
  video.addEventListener(
    'timeupdate',
    () => {
      if (video.readyState === 0) return;
      if (video.currentTime > lastTime) retries = 0;
      lastTime = video.currentTime;
    },
    listenerOptions,
  );
  video.addEventListener(
    'error',
    (event) => {
      const { code } = video.error ?? {};
      const isNetworkError =
        code === MediaError.MEDIA_ERR_NETWORK || code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
      if (!isNetworkError || retries >= maxRetries || reading.signal.aborted) return;
      retries += 1;
      // Later listeners report the failure, so they must not see the error while there are retries.
      event.stopImmediatePropagation();
      const wasPlaying = !video.paused;
      video.src = offer.url;
      video.currentTime = lastTime;
      if (wasPlaying) video.play().catch(() => undefined);
    },
    listenerOptions,
  );
}
