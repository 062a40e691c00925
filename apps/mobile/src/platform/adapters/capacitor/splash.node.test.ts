import { afterEach, expect, it, vi } from 'vitest';
import { installBridge } from '../../../../testing/capacitor/bridge.ts';

afterEach(() => vi.unstubAllGlobals());

it('hides the splash screen only after the first screen is drawn', async () => {
  const calls = installBridge({ SplashScreen: { hide: async () => undefined } });
  let changed: () => void = () => undefined;
  class Observer {
    constructor(callback: () => void) {
      changed = callback;
    }
    observe() {}
    disconnect() {
      changed = () => undefined;
    }
  }
  let draw: () => void = () => undefined;
  vi.stubGlobal('MutationObserver', Observer);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    draw = frame;
  });
  const { hideSplashOnceRendered } = await import('./splash.util.ts');
  hideSplashOnceRendered({ hasChildNodes: () => false } as Node);
  expect(calls).toEqual([]);
  changed();
  draw();
  await expect.poll(() => calls.map(({ method }) => method)).toEqual(['hide']);
});
