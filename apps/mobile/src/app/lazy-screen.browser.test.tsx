import { Component, type ReactNode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { lazyStartScreen, loadWithRetry, preloadScreen } from './lazy-screen.util.ts';

const failing = () => Promise.reject(new TypeError('Failed to fetch'));

const errors: unknown[] = [];
class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    errors.push(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  errors.length = 0;
});

function show(): void {
  const Screen = lazyStartScreen(failing);
  root = createRoot(document.createElement('div'), { onCaughtError: () => undefined });
  root.render(
    <Boundary>
      <Suspense fallback={null}>
        <Screen />
      </Suspense>
    </Boundary>,
  );
}

it('marks the failure of a screen as cached when it shares code with another failed load', async () => {
  show();
  await expect.poll(() => errors).toMatchObject([{ name: 'ScreenLoadError', isFailureCached: false }]);
  root?.unmount();
  errors.length = 0;
  let requests = 0;
  void loadWithRetry(() => {
    requests += 1;
    return requests === 1 ? failing() : Promise.resolve();
  });
  await expect.poll(() => requests).toBe(1);
  show();
  await expect.poll(() => errors).toMatchObject([{ name: 'ScreenLoadError', isFailureCached: true }]);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => requests).toBe(2);
});

it('draws a screen that was preloaded at once, and keeps it mounted', async () => {
  const Screen = lazyStartScreen(async () => ({ default: () => <input aria-label="name" /> }));
  await preloadScreen(Screen);
  const shown: string[] = [];
  const container = document.createElement('div');
  new MutationObserver(() => shown.push(container.innerHTML)).observe(container, { childList: true });
  root = createRoot(container);
  const draw = () =>
    root?.render(
      <Suspense fallback={<progress />}>
        <Screen />
      </Suspense>,
    );
  draw();
  await expect.poll(() => shown).toEqual(['<input aria-label="name">']);
  const input = container.firstChild;
  draw();
  await new Promise(requestAnimationFrame);
  expect(container.firstChild).toBe(input);
});
