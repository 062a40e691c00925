import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installBridge } from '../../../../testing/capacitor/bridge.ts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** A page. The test decides when the shell writes the insets. */
async function start(userAgent: string) {
  const calls = installBridge({ SystemBars: { setStyle: async () => undefined } });
  const insets = new Map<string, string>();
  let observed: () => void = () => undefined;
  class Observer {
    constructor(changed: () => void) {
      observed = changed;
    }
    observe() {}
  }
  vi.stubGlobal('navigator', { userAgent });
  vi.stubGlobal('MutationObserver', Observer);
  vi.stubGlobal('document', {
    documentElement: { style: { getPropertyValue: (name: string) => insets.get(name) ?? '' } },
  });
  const { createCapacitorSystemBars } = await import('./system-bars.adapter.ts');
  const write = (top: number) => {
    for (const side of ['right', 'bottom', 'left']) insets.set(`--safe-area-inset-${side}`, '0px');
    insets.set('--safe-area-inset-top', `${top}px`);
    observed();
  };
  return { bars: createCapacitorSystemBars(), write, set: () => calls.map(({ options }) => options) };
}

it('follows the page theme where the shell draws the page under the bars, whatever the user agent', async () => {
  const { bars, write, set } = await start('Chrome/114.0');
  await bars.setStyle('dark');
  expect(set()).toEqual([{ style: 'DEFAULT' }]);
  write(24);
  await vi.waitFor(() => expect(set()).toEqual([{ style: 'DEFAULT' }, { style: 'DARK' }]));
});

it('follows the system theme where the shell pads the window, whatever the user agent', async () => {
  const { bars, write, set } = await start('Chrome/141.0');
  await bars.setStyle('dark');
  expect(set()).toEqual([{ style: 'DARK' }]);
  write(0);
  await vi.waitFor(() => expect(set()).toEqual([{ style: 'DARK' }, { style: 'DEFAULT' }]));
  await bars.setStyle('light');
  expect(set().at(-1)).toEqual({ style: 'DEFAULT' });
});
