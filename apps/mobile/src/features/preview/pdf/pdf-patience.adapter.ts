import { ViewerError } from '../viewer.types.ts';

const lookEvery = 500;

export type Patience = {
  /** Something moved on. */
  readonly touch: () => void;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
};

/**
 * Gives work up when nothing moves for too long. Waiting for bytes does not count, nor a page in the background, where
 * the browser itself draws nothing.
 */
export function createPatience(most: number, isWaiting: () => boolean): Patience {
  let movedAt = performance.now();
  const touch = () => {
    movedAt = performance.now();
  };
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    touch();
    let timer: ReturnType<typeof setInterval> | undefined;
    const tired = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        if (isWaiting() || document.visibilityState === 'hidden') touch();
        else if (performance.now() - movedAt > most) reject(new ViewerError('tooSlow'));
      }, lookEvery);
    });
    try {
      return await Promise.race([work, tired]);
    } finally {
      clearInterval(timer);
      touch();
    }
  };
  return { touch, guard };
}
