import type { MediaFailure } from './media-error.rules.ts';

/** That the browser's player gave up, with what `MediaError` says. */
export class PlayerError extends Error {
  readonly failure: MediaFailure | null;

  constructor(failure: MediaFailure | null) {
    super(`media error ${failure?.code ?? 0}`);
    this.name = 'PlayerError';
    this.failure = failure;
  }
}

/** Resolves when a film can be played: its first picture is there, or as much as a phone that saves data loads unasked. */
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
