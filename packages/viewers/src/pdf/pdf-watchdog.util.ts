import { ViewerError } from '../viewer/viewer.types.ts';
import { whenCompilerIdle } from '../viewer/web-assembly.util.ts';

const checkIntervalMs = 500;

export type Watchdog = {
  /** Records progress. */
  readonly touch: () => void;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
};

/**
 * Rejects work that makes no progress for too long. Waiting for bytes does not count, nor a page in the
 * background, where the browser draws nothing, nor a busy compiler, because image decoders are WebAssembly.
 */
export function createWatchdog(
  timeoutMs: number,
  isWaiting: () => boolean,
  waitForIdleCompiler = () => whenCompilerIdle(globalThis),
): Watchdog {
  let progressAt = performance.now();
  let isCompilerBusy = false;
  const probeCompiler = async () => {
    isCompilerBusy = true;
    await waitForIdleCompiler();
    isCompilerBusy = false;
  };
  const touch = () => {
    progressAt = performance.now();
  };
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    touch();
    let timer: ReturnType<typeof setInterval> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        const idleMs = performance.now() - progressAt;
        if (isWaiting() || isCompilerBusy || document.visibilityState === 'hidden') touch();
        else if (idleMs > timeoutMs) reject(new ViewerError('tooSlow'));
        else if (idleMs > timeoutMs / 2) void probeCompiler();
      }, checkIntervalMs);
    });
    try {
      return await Promise.race([work, timeout]);
    } finally {
      clearInterval(timer);
      touch();
    }
  };
  return { touch, guard };
}
