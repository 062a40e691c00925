/** The part of a global scope that the check reads; some engines lack it. */
export type WebAssemblyScope = {
  readonly WebAssembly?: {
    readonly Module?: new (bytes: Uint8Array<ArrayBuffer>) => object;
    readonly Instance?: new (module: never) => unknown;
    readonly compile?: (bytes: Uint8Array<ArrayBuffer>) => Promise<object>;
  };
};

const compilerWaitLimitMs = 60_000;
const compilerProbeIntervalMs = 500;

/** The smallest module: its magic number and its version. */
const emptyModule = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/**
 * Whether WebAssembly runs. Under a policy without 'wasm-unsafe-eval' Chromium and Firefox refuse to compile a
 * module; WebKit compiles it and refuses to instantiate it.
 */
export function runsWebAssembly({ WebAssembly }: WebAssemblyScope): boolean {
  try {
    if (WebAssembly?.Module === undefined || WebAssembly.Instance === undefined) return false;
    return Boolean(new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(emptyModule)) as never));
  } catch {
    return false;
  }
}

/** A module with one function that returns 42. An empty one is not compiled. */
const smallModule = emptyModule.concat(
  [1, 5, 1, 0x60, 0, 1, 0x7f],
  [3, 2, 1, 0],
  [10, 6, 1, 4, 0, 0x41, 42, 11],
);

/** Resolves once the engine compiles WebAssembly without delay, at the latest after `limitMs`. */
export async function whenCompilerIdle(
  { WebAssembly }: WebAssemblyScope,
  limitMs = compilerWaitLimitMs,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  // A policy that forbids WebAssembly is reported where WebAssembly is used.
  const compiled = WebAssembly?.compile?.(new Uint8Array(smallModule)).catch(() => undefined);
  await Promise.race([compiled, limit]);
  clearTimeout(timer);
}

/**
 * Passes `waitFor` a promise that resolves once the compiler is idle, repeatedly. WebKit compiles in one queue for
 * all pages and workers of a process, and optimises large modules there: the database's for ten seconds on two cores.
 * A module that another thread needs meanwhile is not compiled, and its reader seems stuck. All waits of a watch together are
 * limited, so that a compiler that never answers does not pause a timeout for ever.
 * @returns a function that ends the watch.
 */
export function watchCompiler(
  waitFor: (whenIdle: Promise<void>) => Promise<void>,
  scope: WebAssemblyScope = globalThis,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  let remainingMs = compilerWaitLimitMs;
  const probe = async () => {
    const startedAt = performance.now();
    await waitFor(whenCompilerIdle(scope, remainingMs));
    remainingMs -= performance.now() - startedAt;
    if (!isEnded && remainingMs > 0) timer = setTimeout(() => void probe(), compilerProbeIntervalMs);
  };
  void probe();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
