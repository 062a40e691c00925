import type { MediaFailure } from './media-error.rules.ts';

/** The browser's player failed, with the `MediaError`. */
export class PlayerError extends Error {
  readonly failure: MediaFailure | null;

  constructor(failure: MediaFailure | null) {
    super(`media error ${failure?.code ?? 0}`);
    this.name = 'PlayerError';
    this.failure = failure;
  }
}

/**
 * Resolves when a film can be played: its first frame is decoded, or its metadata are loaded on a phone that
 * saves data.
 */
export function waitUntilPlayable(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const listeners = new AbortController();
  const listenerOptions = { signal: listeners.signal };
  return new Promise<void>((resolve, reject) => {
    const checkReadyState = () => {
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
    };
    for (const name of ['loadeddata', 'canplay'])
      video.addEventListener(name, checkReadyState, listenerOptions);
    video.addEventListener(
      'suspend',
      () => {
        if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resolve();
      },
      listenerOptions,
    );
    video.addEventListener('error', () => reject(new PlayerError(video.error)), listenerOptions);
    signal.addEventListener('abort', () => reject(signal.reason), listenerOptions);
    checkReadyState();
  }).finally(() => listeners.abort());
}
