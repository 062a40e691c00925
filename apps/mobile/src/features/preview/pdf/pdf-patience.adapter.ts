import { whenCompilerIdle } from '../../../platform/web-assembly.rules.ts';
import { ViewerError } from '../viewer.types.ts';

const lookEvery = 500;

export type Patience = {
  /** Records progress. */
  readonly touch: () => void;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
};

/**
 * Rejects work that makes no progress for too long. Waiting for bytes does not count, nor a page in the
 * background, where the browser draws nothing, nor a busy compiler, because image decoders are WebAssembly.
 */
export function createPatience(
  most: number,
  isWaiting: () => boolean,
  compilerIdle = () => whenCompilerIdle(globalThis),
): Patience {
  let movedAt = performance.now();
  let isCompilerBusy = false;
  const probeCompiler = async () => {
    isCompilerBusy = true;
    await compilerIdle();
    isCompilerBusy = false;
  };
  const touch = () => {
    movedAt = performance.now();
  };
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    touch();
    let timer: ReturnType<typeof setInterval> | undefined;
    const tired = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        const restedMs = performance.now() - movedAt;
        if (isWaiting() || isCompilerBusy || document.visibilityState === 'hidden') touch();
        else if (restedMs > most) reject(new ViewerError('tooSlow'));
        else if (restedMs > most / 2) void probeCompiler();
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
