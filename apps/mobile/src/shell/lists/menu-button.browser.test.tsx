import { MoreIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { AnchoredMenu } from '@sealflow/ui/overlays/menu.component.tsx';
import { Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ErrorBoundary } from '../../app/error-boundary.component.tsx';
import { applyLanguage } from '../../i18n/index.ts';
import { clearSnackbar, useSnackbarStore } from '../notices/snackbar.store.ts';
import { MenuButton } from './menu-button.component.tsx';

type Load = NonNullable<Parameters<typeof MenuButton>[0]['load']>;

const comes: Load = async () => AnchoredMenu;
const fails: Load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

let unmount: () => void = () => undefined;

function draw(load: Load): void {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  const menu = { items: [{ id: 'select', label: '多选' }], onSelect: () => undefined };
  root.render(
    <ErrorBoundary>
      <Suspense fallback={null}>
        <MenuButton menu={menu} label="更多" align="end" load={load}>
          <IconButton label="更多">
            <MoreIcon />
          </IconButton>
        </MenuButton>
      </Suspense>
    </ErrorBoundary>,
  );
  unmount = () => {
    root.unmount();
    element.remove();
  };
}

const button = page.getByRole('button', { name: '更多' });
const entry = page.getByRole('menuitem', { name: '多选' });
const reported = () => useSnackbarStore.getState().queue.map(({ text }) => text);

beforeEach(() => applyLanguage('zh'));
afterEach(() => {
  unmount();
  clearSnackbar();
});

describe('MenuButton', () => {
  it('opens its menu', async () => {
    draw(comes);
    await button.click();
    await expect.element(entry).toBeVisible();
  });

  it('opens the pressed menu once its code is loaded', async () => {
    let resolve: (menu: Awaited<ReturnType<Load>>) => void = () => undefined;
    const promise = new Promise<Awaited<ReturnType<Load>>>((settle) => {
      resolve = settle;
    });
    draw(() => promise);
    await button.click();
    expect(entry.query()).toBeNull();
    resolve(await comes());
    await expect.element(entry).toBeVisible();
  });

  it('keeps its button while the menu still renders', async () => {
    let resume: () => void = () => undefined;
    const rendered = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const waited = vi.fn<() => void>();
    const SlowMenu: typeof AnchoredMenu = (props) => {
      waited();
      use(rendered);
      return AnchoredMenu(props);
    };
    draw(async () => SlowMenu);
    await button.click();
    await expect.poll(() => waited.mock.calls.length).toBeGreaterThan(0);
    await expect.element(button).toBeVisible();
    resume();
    await expect.element(entry).toBeVisible();
  });

  it('says that it opens a menu, and whether it is open', async () => {
    draw(comes);
    await expect.element(button).toBeVisible();
    const state = () => ['aria-haspopup', 'aria-expanded'].map((name) => button.element().getAttribute(name));
    expect(state()).toEqual(['menu', 'false']);
    const element = button.element();
    await button.click();
    await expect.element(page.getByRole('menu', { name: '更多' })).toBeVisible();
    expect([element.getAttribute('aria-expanded'), element.isConnected]).toEqual(['true', true]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => entry.query()).toBeNull();
    expect(state()).toEqual(['menu', 'false']);
    await expect.element(button).toHaveFocus();
  });

  it.each(['{Enter}', '{ArrowDown}', ' '])('opens at its first item by the key %s', async (key) => {
    draw(comes);
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard(key);
    await expect.element(entry).toHaveFocus();
  });

  it('keeps the screen when the code fails to load, and reports the failure on a press', async () => {
    const load = vi.fn<Load>(fails);
    draw(load);
    await expect.poll(() => load.mock.calls.length).toBe(1);
    await expect.element(button).toBeVisible();
    expect(useSnackbarStore.getState().queue).toEqual([]);
    await button.click();
    await expect.poll(reported).toEqual(['菜单没有加载出来，请检查网络后再点一次']);
    await expect.element(button).toBeVisible();
  });

  it('requests the code again on the next press', async () => {
    const load = vi.fn<Load>(fails);
    draw(load);
    await expect.poll(() => load.mock.calls.length).toBe(1);
    load.mockImplementation(comes);
    await button.click();
    await expect.element(entry).toBeVisible();
    expect(reported()).toEqual([]);
  });
});
