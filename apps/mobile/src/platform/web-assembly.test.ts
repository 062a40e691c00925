import { expect, test } from 'vitest';
import { runsWebAssembly } from './web-assembly.rules.ts';

/** Called with `new`, as the constructors of WebAssembly are. */
const Refused = function refused() {
  throw new WebAssembly.CompileError('refused by the policy');
} as unknown as new () => object;

test('runs in an engine that has WebAssembly', () => {
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
])('does not run with %s', (_, scope) => {
  expect(runsWebAssembly(scope)).toBe(false);
});

function constructors() {
  return { Module: WebAssembly.Module, Instance: WebAssembly.Instance };
}
