import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { samplePptx } from '@sealflow/viewers/testing/sample-pptx.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type OpenedDocument, openDocument, preview } from '../../testing/app/document-world.ts';
import { useFullScreen } from '../shell/navigation/full-screen.store.ts';
import { resetDeviceSwitches } from '../shell/shortcuts/device-switch.store.ts';
import { useShortcutHandlers } from '../shell/shortcuts/shortcuts.store.ts';

let opened: OpenedDocument | undefined;

const contract = richPdf({
  pages: Array.from({ length: 3 }, (_, index) => ({ lines: [`第${index + 1}页`] })),
});
const button = (name: string) => preview.getByRole('button', { name, exact: true });
const spoken = (at: number, all: number) =>
  preview.getByRole('status').getByText(`第 ${at} 页，共 ${all} 页`, { exact: true });

/** The test runs in a frame that may not use full screen: the engine's part is played. */
function playEngine() {
  let element: Element | null = null;
  const change = (next: Element | null) => async () => {
    element = next;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(true);
  vi.spyOn(document, 'fullscreenElement', 'get').mockImplementation(() => element);
  vi.spyOn(document, 'exitFullscreen').mockImplementation(change(null));
  vi.spyOn(document.documentElement, 'requestFullscreen').mockImplementation(
    change(document.documentElement),
  );
  return { leaveByEngine: change(null) };
}

const popupLeft = () => preview.element().getBoundingClientRect().left;

beforeEach(() => page.viewport(1000, 700));
afterEach(async () => {
  opened?.close();
  opened = undefined;
  vi.restoreAllMocks();
  resetDeviceSwitches();
  useShortcutHandlers.setState({ approve: [] });
  await page.viewport(390, 844);
});

describe('full screen', () => {
  it('covers the navigation, by button and by key, and Escape leaves it before the document', async () => {
    playEngine();
    opened = await openDocument('合同.pdf', contract);
    await button('全屏').click();
    await expect.poll(popupLeft).toBe(0);
    // What is covered is out of the tab order.
    expect(page.getByRole('navigation').query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.poll(popupLeft).toBeGreaterThan(300);
    await userEvent.keyboard('f');
    await expect.poll(popupLeft).toBe(0);
    await userEvent.keyboard('f');
    await expect.poll(popupLeft).toBeGreaterThan(300);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => preview.query()).toBeNull();
  });

  it('ends when the engine leaves it, and when the document closes', async () => {
    const { leaveByEngine } = playEngine();
    opened = await openDocument('合同.pdf', contract);
    await button('全屏').click();
    await expect.poll(popupLeft).toBe(0);
    await leaveByEngine();
    await expect.poll(popupLeft).toBeGreaterThan(300);
    await button('全屏').click();
    await expect.element(button('退出全屏')).toBeVisible();
    await button('返回').click();
    await expect.poll(() => document.fullscreenElement).toBeNull();
    await expect.element(page.getByRole('navigation')).toBeVisible();
  });

  it('leaves the keys of the task and the list behind it without effect', async () => {
    playEngine();
    opened = await openDocument('合同.pdf', contract);
    await button('全屏').click();
    await expect.poll(popupLeft).toBe(0);
    const approve = vi.fn<() => void>();
    useShortcutHandlers.setState({ approve: [approve] });
    await userEvent.keyboard('a');
    expect(approve).not.toHaveBeenCalled();
    await userEvent.keyboard('f');
    await expect.poll(popupLeft).toBeGreaterThan(300);
    await userEvent.keyboard('a');
    expect(approve).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('f');
    await expect.poll(popupLeft).toBe(0);
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible();
    await expect.element(page.getByText('进入或退出全屏')).toBeVisible();
  });

  it('is not offered where the engine has none, nor on a phone', async () => {
    vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
    opened = await openDocument('合同.pdf', contract);
    await expect.element(button('放映')).toBeVisible();
    expect(button('全屏').query()).toBeNull();
    vi.restoreAllMocks();
    playEngine();
    await page.viewport(390, 844);
    await expect.poll(() => button('放映').query()).toBeNull();
    expect(button('全屏').query()).toBeNull();
  });
});

describe('presenter mode', () => {
  it('shows one page on the whole screen, steps by keys and clicks, says the page, and returns to it', async () => {
    playEngine();
    opened = await openDocument('合同.pdf', contract);
    await button('放映').click();
    await expect.element(spoken(1, 3)).toBeInTheDocument();
    await expect.poll(() => document.fullscreenElement).toBe(document.documentElement);
    const canvas = () => document.querySelector('[class*=presentation] canvas')?.getBoundingClientRect();
    await expect.poll(() => canvas()?.height).toBeCloseTo(700, 0);
    expect(button('返回').query()).toBeNull();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(spoken(2, 3)).toBeInTheDocument();
    await userEvent.keyboard(' ');
    await expect.element(spoken(3, 3)).toBeInTheDocument();
    await userEvent.keyboard('{PageUp}{Home}');
    await expect.element(spoken(1, 3)).toBeInTheDocument();
    await userEvent.click(document.body, { position: { x: 300, y: 300 } });
    await expect.element(spoken(2, 3)).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(preview.getByRole('button', { name: /^第 2 页，共 3 页/ })).toBeVisible();
    await expect.element(button('放映')).toHaveFocus();
    expect(document.fullscreenElement).toBeNull();
  });

  it('presents slides in their frame, which is not loaded again, without the hidden ones', async () => {
    opened = await openDocument(
      '汇报.pptx',
      await samplePptx(
        Array.from({ length: 9 }, (_, index) => `第${index + 1}张`),
        { hidden: 1 },
      ),
    );
    await expect.element(button('放映')).toBeVisible();
    await userEvent.keyboard('p');
    await expect.element(spoken(1, 9)).toBeInTheDocument();
    const frame = document.querySelector('iframe');
    expect(frame?.getBoundingClientRect().width).toBe(1000);
    await userEvent.keyboard('{End}');
    await expect.element(spoken(9, 9)).toBeInTheDocument();
    await userEvent.keyboard('{Home}{ArrowDown}');
    await expect.element(spoken(3, 9)).toBeInTheDocument();
    await button('结束放映').click();
    await expect.element(preview.getByRole('button', { name: /^第 3 页，共 9 页/ })).toBeVisible();
    expect(document.querySelector('iframe')).toBe(frame);
  });

  it('ends by the engine too, and with the document', async () => {
    const { leaveByEngine } = playEngine();
    opened = await openDocument('合同.pdf', contract);
    await button('放映').click();
    await expect.element(spoken(1, 3)).toBeInTheDocument();
    await leaveByEngine();
    await expect.poll(() => button('结束放映').query()).toBeNull();
    await button('放映').click();
    await expect.element(button('结束放映')).toBeVisible();
    opened.close();
    expect(useFullScreen.getState()).toEqual({ isFull: false, isPresenting: false });
  });
});
