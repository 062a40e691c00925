import { limits } from '@sealflow/domain/limits';
import { BottomTabs } from '@sealflow/ui/navigation/tabs.component.tsx';
import { dismissTop } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { storeSession } from '../../testing/app/store-session.ts';
import { type Answers, json } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { clearSnackbar, showSnackbar, useSnackbarStore } from '../shell/notices/snackbar.store.ts';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { HistoryRouter } from './history-router.component.tsx';
import { lazyScreen } from './lazy-screen.util.ts';

const answers: Answers = {
  ...memberAnswers,
  'GET /api/v1/tenants/t1/flow-types': () => json({ total: 0, data: [] }),
};

let mounted: Mounted | undefined;
async function open(path: string, options: Parameters<typeof createMemoryPlatform>[0] = {}) {
  const platform = createMemoryPlatform(options);
  await storeSession(platform);
  mounted = await mountApp({ path, platform, answers });
  return mounted;
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const where = () => `${window.location.pathname}${window.location.search}`;

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
  clearSnackbar();
});

describe('bottom tabs', () => {
  it.each([0, 1, 2, 3, 4, 5])('stand side by side at the minimum width: %i tabs', async (count) => {
    await page.viewport(320, 568);
    const element = document.createElement('div');
    document.body.append(element);
    const root = createRoot(element);
    const names = ['消息', '文档', '工作', '我的', '更多'].slice(0, count);
    root.render(
      <BottomTabs
        label="main"
        current="消息"
        onSelect={() => undefined}
        tabs={names.map((id) => ({
          id,
          label: id,
          icon: <svg width={24} height={24} />,
          href: `/${id}`,
          count: 120,
          countLabel: '120 条未读',
        }))}
      />,
    );
    // A single tab has no other destination, so the bar is hidden.
    const seen = count > 1 ? count : 0;
    await expect.poll(() => page.getByRole('link').elements().length).toBe(seen);
    const boxes = page
      .getByRole('link')
      .elements()
      .map((tab) => tab.getBoundingClientRect());
    for (const { width, height, right } of boxes) {
      expect(width).toBeCloseTo(320 / count, 0);
      expect(height).toBeGreaterThanOrEqual(44);
      expect(right).toBeLessThanOrEqual(320.5);
    }
    expect(page.getByText('…').elements()).toHaveLength(seen);
    root.unmount();
    element.remove();
    await page.viewport(390, 844);
  });
});

describe('navigation to a screen', () => {
  it('focuses the heading of the screen, and the previous heading on back', async () => {
    await open('/myinfo');
    await page.getByRole('button', { name: /^关于/ }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: '关于' })).toHaveFocus();
    await button('返回').click();
    await expect.element(page.getByRole('heading', { level: 1, name: '我的' })).toHaveFocus();
  });

  it('starts the tab order with a skip link past the top bar', async () => {
    await open('/document');
    await expect.element(page.getByRole('heading', { level: 1, name: '文档' })).toBeVisible();
    const stops = document.querySelectorAll<HTMLElement>('#root button, #root a');
    expect(stops[0]?.textContent).toBe('跳到主要内容');
    // A new screen focuses its heading just after it is drawn, and a loading screen has another main
    // element. Each poll therefore focuses the link and finds the element again.
    await expect
      .poll(async () => {
        stops[0]?.focus();
        await userEvent.keyboard('{Enter}');
        return document.activeElement === page.getByRole('main').element();
      })
      .toBe(true);
  });

  it('accepts a path in capitals or with a trailing slash, and keeps its query', async () => {
    await open('/AbOut/?view=licences');
    await expect
      .poll(() => `${window.location.pathname}${window.location.search}`)
      .toBe('/about?view=licences');
  });

  it('reports an unknown path to a signed-in user and goes to the first tab', async () => {
    await open('/no-such-place');
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('页面跳转异常');
    await expect.poll(where).toBe('/sessionlist');
    // The alert appears before the tabs, and is still drawn above them.
    const tabs = page.getByRole('navigation');
    await expect.element(tabs).toBeVisible();
    const top = () => tabs.element().getBoundingClientRect().top;
    await expect.poll(() => alert.element().getBoundingClientRect().bottom <= top()).toBe(true);
  });
});

describe('browser back button', () => {
  it('closes a menu first and keeps the screen and its address', async () => {
    await open('/myinfo');
    await page.getByRole('link', { name: /文档/ }).click();
    await page.getByRole('link', { name: /工作/ }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('工作');
    await page.getByRole('button', { name: '我的申请' }).first().click();
    await expect.poll(() => window.location.pathname).toBe('/approval');
    const address = where();
    await page.getByRole('button', { name: /状态/ }).first().click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    window.history.back();
    await expect.poll(() => page.getByRole('menu').query()).toBeNull();
    await expect.poll(where).toBe(address);
    window.history.back();
    await expect.poll(() => window.location.pathname).toBe('/work');
  });

  it('closes the search of a list before it leaves the list', async () => {
    await open('/work');
    await page.getByRole('button', { name: '我的申请' }).first().click();
    await button('搜索').click();
    await page.getByRole('searchbox').fill('合同');
    await expect.poll(() => new URLSearchParams(window.location.search).get('keyword')).toBe('合同');
    window.history.back();
    await expect.poll(() => page.getByRole('searchbox').query()).toBeNull();
    await expect.poll(() => new URLSearchParams(window.location.search).get('keyword')).toBeNull();
    expect(window.location.pathname).toBe('/approval');
    window.history.back();
    await expect.poll(() => window.location.pathname).toBe('/work');
  });

  it('removes the keyword together with a search that is not rendered yet', async () => {
    await open('/work');
    await page.getByRole('button', { name: '我的申请' }).first().click();
    await button('搜索').click();
    const replace = vi.spyOn(window.history, 'replaceState');
    onTestFinished(() => replace.mockRestore());
    replace.mockImplementation((...args) => {
      History.prototype.replaceState.apply(window.history, args);
      if (String(args[2]).includes('keyword=%')) dismissTop();
    });
    await page.getByRole('searchbox').fill('合同');
    await expect.poll(() => page.getByRole('searchbox').query()).toBeNull();
    await expect.poll(() => new URLSearchParams(window.location.search).get('keyword')).toBeNull();
  });

  it('closes a picker and a confirmation on the first history entry', async () => {
    await open('/myinfo');
    for (const opener of [/^语言/, '退出登录']) {
      await button(opener).click();
      await expect.element(page.getByRole('dialog')).toBeVisible();
      window.history.back();
      await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
      expect(where()).toBe('/myinfo');
    }
  });
});

describe('snackbar', () => {
  const shown = () => useSnackbarStore.getState().queue.map(({ text }) => text);
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is an alert for failures and a status for other messages, and stays while focused', async () => {
    await open('/document');
    await expect.element(page.getByRole('heading', { level: 1, name: '文档' })).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let ended = 0;
    const action = { label: '撤销', onPress: () => undefined };
    showSnackbar({ color: 'error', text: '没有成功' });
    await expect.element(page.getByRole('alert')).toHaveTextContent('没有成功');
    vi.advanceTimersByTime(limits.snackbarMs);
    expect(shown()).toEqual([]);
    showSnackbar({ color: 'success', text: '已删除', action, onDismissed: () => (ended += 1) });
    await expect.element(button('撤销')).toBeVisible();
    vi.advanceTimersByTime(limits.snackbarMs - 1);
    (button('撤销').element() as HTMLElement).focus();
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(['已删除']);
    expect(ended).toBe(0);
    (button('撤销').element() as HTMLElement).blur();
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
    expect(ended).toBe(1);
  });

  it('has sufficient contrast in every colour, in light and dark theme', async () => {
    await open('/document');
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      for (const color of ['error', 'success', 'info'] as const) {
        clearSnackbar();
        showSnackbar({ color, text: color });
        await expect.element(page.getByText(color, { exact: true })).toBeVisible();
        const box = document.querySelector('[data-color]');
        if (box === null) throw new Error('no snackbar');
        const style = getComputedStyle(box);
        expect(contrast(style.color, style.backgroundColor)).toBeGreaterThan(4.5);
      }
    }
  });

  it('runs its action once, and the action does not trigger the expiry handler', async () => {
    await open('/document');
    const did: string[] = [];
    const action = { label: '撤销', onPress: () => did.push('undone') };
    showSnackbar({ color: 'info', text: '已删除', action, onDismissed: () => did.push('ended') });
    await button('撤销').click();
    await expect.poll(shown).toEqual([]);
    expect(did).toEqual(['undone']);
  });
});

/** The contrast ratio of two opaque colours by WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('file permission', () => {
  it('is requested in two steps, and a permanent refusal is reported and stored', async () => {
    const { platform } = await open('/document', { grants: [false] });
    const first = page.getByRole('dialog', { name: '允许访问文件' });
    await expect.element(first.getByRole('button', { name: '以后再说' })).toBeVisible();
    await first.getByRole('button', { name: '去授权' }).click();
    const second = page.getByRole('dialog', { name: '尚未授权' });
    await expect.element(second.getByRole('button', { name: '去授权' })).toBeVisible();
    await second.getByRole('button', { name: '不用了' }).click();
    await expect.element(page.getByText('文档操作权限申请失败，影响文档预览功能')).toBeVisible();
    await expect.poll(() => platform.preferences.get('storagePermission')).toBe('declined');
  });

  it('is reported once granted, also on the second attempt', async () => {
    await open('/document', { grants: [false, true] });
    await page.getByRole('button', { name: '去授权' }).click();
    await expect.element(page.getByRole('dialog', { name: '尚未授权' })).toBeVisible();
    await page.getByRole('button', { name: '去授权' }).click();
    await expect.element(page.getByText('文档操作权限申请成功')).toBeVisible();
    expect(page.getByRole('dialog').query()).toBeNull();
  });
});

describe('screen whose code fails to load', () => {
  it('shows an error with a way back, and loads on the next request', async () => {
    let isThere = false;
    const Screen = lazyScreen(async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
      return { default: () => <h1>here</h1> };
    });
    const { platform } = await open('/document');
    const element = document.createElement('div');
    document.body.append(element);
    const root = createRoot(element, { onCaughtError: () => undefined });
    const { PlatformContext } = await import('../platform/index.ts');
    root.render(
      <PlatformContext value={platform}>
        <HistoryRouter>
          <ErrorBoundary>
            <Screen />
          </ErrorBoundary>
        </HistoryRouter>
      </PlatformContext>,
    );
    await expect.element(page.getByText('页面没有加载出来')).toBeInTheDocument();
    isThere = true;
    (element.querySelector('[role="alert"] button') as HTMLButtonElement).click();
    await expect.poll(() => element.textContent).toBe('here');
    root.unmount();
    element.remove();
  });
});
