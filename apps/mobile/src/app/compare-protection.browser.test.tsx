import { OBLIGATIONS } from '@sealflow/tdf/kas';
import { withPrintMedia } from '@sealflow/viewers/testing/print-media.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  clock,
  closeComparison,
  compareSelected,
  documents,
  layer,
  mountSealed,
} from '../../testing/app/compare-world.ts';
import type { MemoryPlatform } from '../platform/adapters/memory/index.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import { useSessionStore } from '../platform/session/index.ts';

const changes = () => Array.from(layer.element().querySelectorAll('del, ins'));

/** Compares both versions, and waits for the result. */
async function compare(): Promise<void> {
  await compareSelected();
  await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
  expect(document.body.textContent).toContain('违约');
}

/** The person leaves the app and returns to it; its lock has no delay. */
function lockApp(platform: MemoryPlatform, whileGone: () => void): void {
  const lock = { aid: 'a1', pin: { salt: '', sealed: { iv: '', data: '' } }, device: null, failures: 0 };
  useAppLockStore.setState({ record: { ...lock, delayMs: 0 } });
  platform.setVisible(false);
  whileGone();
  platform.setVisible(true);
}

beforeEach(() => page.viewport(1200, 800));
afterEach(async () => {
  closeComparison();
  useAppLockStore.setState({ isLocked: false, record: null });
  document.documentElement.removeAttribute('data-covered');
  await page.viewport(390, 844);
});

describe('the protection of a comparison', () => {
  it('ends with the lease of one of the documents, and says so', async () => {
    const { licences } = await mountSealed();
    licences.leaseEnd = clock.now + 60_000;
    await compare();
    clock.now += 60_001;
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(layer.getByText('离线授权已到期')).toBeVisible();
    await expect.element(layer.getByText(/^无法比较：/)).toBeVisible();
    expect(document.body.textContent).not.toContain('违约');
  });

  it.each([0, 1])('ends when document %d of the two is withdrawn, and says so', async (index) => {
    const { licences } = await mountSealed();
    await compare();
    const [name, documentID] = documents[index]!;
    licences.withdrawn = [documentID];
    // The person returns to the app.
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(layer.getByText('此文档已被撤回')).toBeVisible();
    await expect.element(layer.getByText(`无法比较：${name}`)).toBeVisible();
    expect(document.body.textContent).not.toContain('违约');
  });

  it('is hidden while the app is not visible, and covered by the lock of the app', async () => {
    const { platform } = await mountSealed();
    await compare();
    const isDrawn = (element: Element) => element.checkVisibility({ opacityProperty: true });
    const isOnTop = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    expect(changes().every((change) => isDrawn(change) && isOnTop(change))).toBe(true);
    lockApp(platform, () => expect(changes().some(isDrawn)).toBe(false));
    const screen = page.getByRole('dialog', { name: '密件通已锁定' });
    await expect.element(screen).toBeVisible();
    // The cover ends with the lock screen, which nothing shines through.
    await expect.poll(() => isDrawn(screen.element())).toBe(true);
    expect(changes().some(isOnTop)).toBe(false);
    const { opacity, backgroundColor } = getComputedStyle(screen.element());
    expect([opacity, backgroundColor]).toEqual(['1', expect.stringMatching(/^rgb\(/)]);
    for (const key of ['{Escape}', '{Tab}', '{Tab}', '{Tab}', '{Tab}']) {
      await userEvent.keyboard(key);
      expect(document.activeElement?.closest('[data-copy], header, footer')).toBeNull();
    }
    await expect.element(screen).toBeVisible();
  });

  it('is not printed by the browser, which prints a notice instead', async () => {
    await mountSealed();
    await compare();
    const printed = await withPrintMedia(() =>
      [...document.body.children].filter((one) => getComputedStyle(one).display !== 'none'),
    );
    expect(printed.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('文档不能用浏览器直接打印'),
    ]);
  });

  it('blocks captures and copying while one of the documents forbids them, and ends at sign-out', async () => {
    const { licences, platform } = await mountSealed();
    licences.obligations = [OBLIGATIONS.watermark, OBLIGATIONS.noCapture];
    await compare();
    expect(platform.screen.isBlocked).toBe(true);
    // The text cannot leave the app then.
    expect(layer.element().querySelector('[data-copy]')).toBeNull();
    const copy = new ClipboardEvent('copy', { bubbles: true, cancelable: true });
    layer.element().querySelector('del')?.dispatchEvent(copy);
    expect(copy.defaultPrevented).toBe(true);
    useSessionStore.setState({ session: { phase: 'signedOut', expired: null } as never });
    await expect.poll(() => layer.query()).toBeNull();
    await expect.poll(() => platform.screen.isBlocked).toBe(false);
    expect(document.body.textContent).not.toContain('违约');
  });
});
