import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  documentRow,
  type OpenedDocument,
  openDocument,
  preview,
  storeDocument,
} from '../../testing/app/document-world.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { useSessionStore } from '../platform/session/index.ts';
import { usePreviewTabs } from '../shell/navigation/preview-tabs.store.ts';

let opened: OpenedDocument | undefined;

const pdf = (word: string) =>
  richPdf({ pages: Array.from({ length: 4 }, (_, index) => ({ lines: [`${word}${index + 1}`] })) });
const tab = (name: string) => page.getByRole('tab', { name });
const pageButton = (at: number) => preview.getByRole('button', { name: new RegExp(`^第 ${at} 页，共 4 页`) });
const heading = (name: string) => preview.getByRole('heading', { level: 1, name });
const where = () => new URL(location.href).searchParams.get('preview');

/** Opens three documents one after the other, from the list. */
async function openThree() {
  const platform = createMemoryPlatform();
  await storeDocument(platform, '乙方.pdf', pdf('乙'));
  await storeDocument(platform, '丙方.pdf', pdf('丙'));
  opened = await openDocument('甲方.pdf', pdf('甲'), { platform });
  await expect.element(pageButton(1)).toBeVisible();
  expect(page.getByRole('tablist').query()).toBeNull();
  for (const name of ['乙方.pdf', '丙方.pdf']) {
    await documentRow(name).click();
    await expect.element(heading(name)).toBeVisible();
    await expect.element(pageButton(1)).toBeVisible();
  }
}

beforeEach(() => page.viewport(1200, 700));
afterEach(async () => {
  opened?.close();
  opened = undefined;
  await page.viewport(390, 844);
});

describe('tabs of documents', () => {
  it('show each opened document at its place, and only the shown one is open', async () => {
    await openThree();
    await expect.element(tab('丙方.pdf')).toHaveAttribute('aria-selected', 'true');
    await tab('甲方.pdf').click();
    await expect.element(heading('甲方.pdf')).toBeVisible();
    await expect.poll(where).toBe('甲方.pdf');
    await expect.poll(() => preview.element().textContent).toContain('甲1');
    expect(document.body.textContent).not.toContain('丙1');
    expect(document.querySelectorAll('[role=document]')).toHaveLength(1);
    // The keys go to the document.
    await expect
      .poll(() => document.activeElement?.getAttribute('role'), { timeout: 5_000 })
      .toBe('document');
    await userEvent.keyboard('{End}');
    await expect.element(pageButton(4)).toBeVisible();
    await tab('乙方.pdf').click();
    await expect.element(heading('乙方.pdf')).toBeVisible();
    await tab('甲方.pdf').click();
    await expect.element(pageButton(4)).toBeVisible();
  });

  it('are reached by arrow keys, opened by Enter and closed by Delete', async () => {
    await openThree();
    (tab('丙方.pdf').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('甲方.pdf')).toHaveFocus();
    // To move is not to open.
    expect(where()).toBe('丙方.pdf');
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('甲方.pdf')).toBeVisible();
    await expect.element(pageButton(1)).toBeVisible();
    await expect.element(tab('甲方.pdf')).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await expect.element(heading('乙方.pdf')).toBeVisible();
    await expect.element(tab('乙方.pdf')).toHaveFocus();
    expect(tab('甲方.pdf').query()).toBeNull();
  });

  it('close by the mouse, the last two by leaving one document without tabs', async () => {
    await openThree();
    const cross = (name: string) => tab(name).element().querySelector<HTMLElement>('[data-close]');
    cross('甲方.pdf')?.click();
    await expect.poll(() => tab('甲方.pdf').query()).toBeNull();
    await expect.element(heading('丙方.pdf')).toBeVisible();
    // Screen readers find a button, because a tab has none inside.
    (preview.getByRole('button', { name: '关闭此文档' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('乙方.pdf')).toBeVisible();
    expect(page.getByRole('tablist').query()).toBeNull();
  });

  it('stay when the preview closes, and back leads to the list at once', async () => {
    await openThree();
    window.history.back();
    await expect.poll(() => preview.query()).toBeNull();
    expect(where()).toBeNull();
    await documentRow('甲方.pdf').click();
    await expect.element(tab('丙方.pdf')).toBeVisible();
  });

  it('end at sign-out', async () => {
    await openThree();
    expect(usePreviewTabs.getState().tabs).toHaveLength(3);
    useSessionStore.setState({ session: { phase: 'signedOut', expired: null } as never });
    await expect.poll(() => usePreviewTabs.getState()).toEqual({ tabs: [], shown: [] });
  });

  it('drop a document whose access has ended once another one is shown', async () => {
    await openThree();
    const files = await opened!.platform.files();
    const { storedPath } = await import('../platform/documents/document.types.ts');
    await files.remove(storedPath('a1', '甲方.pdf'));
    await tab('甲方.pdf').click();
    await expect.element(preview.getByText('文件不存在')).toBeVisible();
    await tab('乙方.pdf').click();
    await expect.element(heading('乙方.pdf')).toBeVisible();
    expect(tab('甲方.pdf').query()).toBeNull();
  });

  it('do not exist on a phone', async () => {
    await openThree();
    await page.viewport(390, 844);
    await expect.poll(() => page.getByRole('tablist').query()).toBeNull();
    await expect.element(heading('丙方.pdf')).toBeVisible();
  });
});
