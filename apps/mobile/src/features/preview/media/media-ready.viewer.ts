/** That the browser's player gave up; `code` as `MediaError` has it. */
export class PlayerError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`media error ${code}`);
    this.name = 'PlayerError';
    this.code = code;
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
    video.addEventListener('error', () => reject(new PlayerError(video.error?.code ?? 0)), listen);
    signal.addEventListener('abort', () => reject(signal.reason), listen);
    look();
  }).finally(() => ends.abort());
}
