import { expect, test, vi } from 'vitest';
import { runsWebAssembly, watchCompiler, whenCompilerIdle } from './web-assembly.util.ts';

/** A constructor, because WebAssembly is called with `new`. */
const Refused = function refused() {
  throw new WebAssembly.CompileError('refused by the policy');
} as unknown as new () => object;

test('is supported in an engine that has WebAssembly', () => {
  expect(runsWebAssembly(globalThis)).toBe(true);
});

test.each([
  ['no WebAssembly', {}],
  ['an empty WebAssembly', { WebAssembly: {} }],
  ['a policy that refuses modules', { WebAssembly: { ...constructors(), Module: Refused } }],
  [
    'a policy that refuses instances, as in WebKit',
    { WebAssembly: { ...constructors(), Instance: Refused } },
  ],
])('is unsupported with %s', (_, scope) => {
  expect(runsWebAssembly(scope)).toBe(false);
});

test('the compiler is idle in an engine that compiles at once, refuses, or has no WebAssembly', async () => {
  const compiled: object[] = [];
  const compile = async (bytes: Uint8Array<ArrayBuffer>) => {
    const module = await WebAssembly.compile(bytes);
    compiled.push(module);
    return module;
  };
  await whenCompilerIdle({ WebAssembly: { compile } });
  expect(WebAssembly.Module.exports(compiled[0] as WebAssembly.Module)).toEqual([]);
  await whenCompilerIdle({ WebAssembly: { compile: async () => new Refused() } });
  await whenCompilerIdle({});
});

test('the wait for a busy compiler is limited', async () => {
  vi.useFakeTimers();
  try {
    let finish: (module: object) => void = () => undefined;
    const compile = () =>
      new Promise<object>((resolve) => {
        finish = resolve;
      });
    const isIdle = vi.fn<() => void>();
    const waiting = whenCompilerIdle({ WebAssembly: { compile } }).then(isIdle);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(isIdle).not.toHaveBeenCalled();
    finish({});
    await waiting;
    expect(isIdle).toHaveBeenCalledOnce();
    const limited = whenCompilerIdle({ WebAssembly: { compile } }, 1_000).then(isIdle);
    await vi.advanceTimersByTimeAsync(1_000);
    await limited;
    expect(isIdle).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('the compiler is polled until the watch ends', async () => {
  vi.useFakeTimers();
  try {
    const compile = vi.fn<() => Promise<object>>(async () => ({}));
    const waits: Promise<void>[] = [];
    const end = watchCompiler(
      (idle) => {
        waits.push(idle);
        return idle;
      },
      { WebAssembly: { compile } },
    );
    await vi.advanceTimersByTimeAsync(1_200);
    await Promise.all(waits);
    expect(waits).toHaveLength(3);
    end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(compile).toHaveBeenCalledTimes(3);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('the waits of a watch are limited in total if the compiler never answers', async () => {
  vi.useFakeTimers();
  try {
    const compile = vi.fn<() => Promise<object>>(() => new Promise(() => undefined));
    const start = performance.now();
    let waitedMs = 0;
    const end = watchCompiler(
      async (idle) => {
        await idle;
        waitedMs = performance.now() - start;
      },
      { WebAssembly: { compile } },
    );
    await vi.advanceTimersByTimeAsync(600_000);
    expect(waitedMs).toBe(60_000);
    expect(compile).toHaveBeenCalledOnce();
    end();
  } finally {
    vi.useRealTimers();
  }
});

function constructors() {
  return { Module: WebAssembly.Module, Instance: WebAssembly.Instance };
}
