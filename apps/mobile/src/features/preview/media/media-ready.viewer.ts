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
export function ready(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const ends = new AbortController();
  const listen = { signal: ends.signal };
  return new Promise<void>((resolve, reject) => {
    const look = () => {
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
    };
    for (const name of ['loadeddata', 'canplay']) video.addEventListener(name, look, listen);
    video.addEventListener(
      'suspend',
      () => {
        if (video.readyState >= HTMLMediaElement.HAVE_METADATA) resolve();
      },
      listen,
    );
    video.addEventListener('error', () => reject(new PlayerError(video.error)), listen);
    signal.addEventListener('abort', () => reject(signal.reason), listen);
    look();
  }).finally(() => ends.abort());
}
