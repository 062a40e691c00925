import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What an engine of the oldest level lacks, taken away from this one for a test. */
const lacking: ReadonlyArray<readonly [target: object, names: readonly string[]]> = [
  [Object, ['hasOwn']],
  [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted']],
  [String.prototype, ['at']],
  [AbortSignal.prototype, ['reason', 'throwIfAborted']],
  [AbortController.prototype, ['abort']],
  [globalThis, ['reportError']],
];
let restore: (() => void)[] = [];

/** Before reasons, `abort` took no parameter. */
function abortWithoutReason() {
  const abort = Reflect.get(AbortController.prototype, 'abort') as (this: AbortController) => void;
  Object.defineProperty(AbortController.prototype, 'abort', {
    configurable: true,
    writable: true,
    value(this: AbortController) {
      abort.call(this);
    },
  });
}

beforeEach(async () => {
  restore = lacking.flatMap(([target, names]) =>
    names.map((name) => {
      const own = Object.getOwnPropertyDescriptor(target, name);
      if (name !== 'abort') Reflect.deleteProperty(target, name);
      return () => {
        Reflect.deleteProperty(target, name);
        if (own) Object.defineProperty(target, name, own);
      };
    }),
  );
  abortWithoutReason();
  vi.resetModules();
  await import('./polyfills.ts');
});
afterEach(() => {
  for (const each of restore) each();
});

test('arrays are searched from their end', () => {
  const list = [1, 2, 3, 2];
  expect(list.findLast((item) => item < 3)).toBe(2);
  expect(list.findLastIndex((item) => item === 2)).toBe(3);
  expect(list.findLastIndex((item) => item === 9)).toBe(-1);
  expect([list.at(-1), list.at(0), 'abc'.at(-1)]).toEqual([2, 1, 'c']);
});

test('sorting and turning round leave the array as it is', () => {
  const list = [3, 1, 2];
  expect([list.toSorted(), list.toReversed(), list]).toEqual([
    [1, 2, 3],
    [2, 1, 3],
    [3, 1, 2],
  ]);
});

test('a signal has the reason that it was aborted with, before its listeners run', () => {
  const controller = new AbortController();
  const reason = new Error('left');
  const heard: unknown[] = [];
  controller.signal.addEventListener('abort', () => heard.push(controller.signal.reason));
  expect(controller.signal.reason).toBeUndefined();
  controller.abort(reason);
  controller.abort(new Error('later'));
  expect(heard).toEqual([reason]);
  expect(controller.signal.reason).toBe(reason);
  expect(() => controller.signal.throwIfAborted()).toThrow(reason);
});

test('a signal without a reason has an AbortError', () => {
  const controller = new AbortController();
  controller.abort();
  expect(controller.signal.reason).toMatchObject({ name: 'AbortError' });
});

test('a reported error is thrown outside of its caller', () => {
  vi.useFakeTimers();
  try {
    reportError(new Error('nobody caught'));
    expect(() => vi.runAllTimers()).toThrow('nobody caught');
  } finally {
    vi.useRealTimers();
  }
});

test('what an engine has stays as it is', async () => {
  const { missing } = await import('./polyfills.ts');
  const target = { own: 1 };
  missing(target, { own: 2, added: 3 });
  expect([target.own, Reflect.get(target, 'added'), Object.keys(target)]).toEqual([1, 3, ['own']]);
});
