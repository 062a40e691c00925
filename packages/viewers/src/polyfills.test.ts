import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';

const source = stripTypeScriptTypes(readFileSync(new URL('./polyfills.ts', import.meta.url), 'utf8'));

/** Abort signals as in Chromium 87, without reasons. */
function createOldSignals() {
  class AbortSignal extends EventTarget {
    aborted = false;
  }
  class AbortController {
    readonly signal = new AbortSignal();
    abort(): void {
      if (this.signal.aborted) return;
      this.signal.aborted = true;
      this.signal.dispatchEvent(new Event('abort'));
    }
  }
  return { AbortController, AbortSignal };
}

let later: (() => void)[] = [];
/** Runs a script with the polyfills in a simulated oldest supported engine. @returns its value as JSON. */
let run: (script: string) => unknown;

beforeEach(() => {
  later = [];
  const context = createContext({
    ...createOldSignals(),
    DOMException,
    setTimeout: (call: () => void) => later.push(call),
  });
  runInContext(
    `delete Object.hasOwn; delete String.prototype.at;
    for (const name of ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted']) delete Array.prototype[name];`,
    context,
  );
  runInContext(source.replace('export const missing', 'globalThis.missing'), context);
  run = (script) => JSON.parse(String(runInContext(`JSON.stringify(${script})`, context)));
});

test('findLast, findLastIndex and at search from the end', () => {
  expect(run('[1, 2, 3, 2].findLast((item) => item < 3)')).toBe(2);
  expect(run('[1, 2, 3, 2].findLastIndex((item) => item === 2)')).toBe(3);
  expect(run('[1, 2].findLastIndex((item) => item === 9)')).toBe(-1);
  expect(run(`[[1, 2].at(-1), [1, 2].at(0), 'abc'.at(-1)]`)).toEqual([2, 1, 'c']);
});

test('toSorted and toReversed leave the array unchanged', () => {
  expect(run('((list) => [list.toSorted(), list.toReversed(), list])([3, 1, 2])')).toEqual([
    [1, 2, 3],
    [2, 1, 3],
    [3, 1, 2],
  ]);
});

test('Object.hasOwn distinguishes own from inherited properties', () => {
  expect(run(`[Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString')]`)).toEqual([true, false]);
});

test('an abort signal has its reason before its listeners run', () => {
  const script = `(() => {
    const controller = new AbortController();
    const seen = [controller.signal.reason === undefined];
    controller.signal.addEventListener('abort', () => seen.push(controller.signal.reason));
    controller.abort('left');
    controller.abort('later');
    try { controller.signal.throwIfAborted(); } catch (reason) { seen.push('thrown ' + reason); }
    return seen;
  })()`;
  expect(run(script)).toEqual([true, 'left', 'thrown left']);
});

test('a signal aborted without a reason has an AbortError', () => {
  expect(
    run('((controller) => (controller.abort(), controller.signal.reason.name))(new AbortController())'),
  ).toBe('AbortError');
});

test('reportError throws outside of its caller', () => {
  expect(run(`reportError(new Error('nobody caught')) ?? null`)).toBeNull();
  expect(() => later[0]?.()).toThrow('nobody caught');
});

test('existing features of the engine stay unchanged', () => {
  const script =
    '((target) => (missing(target, { own: 2, added: 3 }), [target.own, target.added, Object.keys(target)]))';
  expect(run(`${script}({ own: 1 })`)).toEqual([1, 3, ['own']]);
});
