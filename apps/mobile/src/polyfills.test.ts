import { afterEach, expect, it, vi } from 'vitest';

const native = Object.getOwnPropertyDescriptor(globalThis, 'reportError');

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'reportError');
  if (native) Object.defineProperty(globalThis, 'reportError', native);
});

it('reports an error as one that nobody caught, after the code that reports it', async () => {
  Reflect.deleteProperty(globalThis, 'reportError');
  await import('./polyfills.ts');
  vi.useFakeTimers();
  const error = new Error('broken part');
  reportError(error);
  expect(() => vi.runAllTimers()).toThrow(error);
});
