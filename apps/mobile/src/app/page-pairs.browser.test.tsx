import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type OpenedDocument, openDocument, preview } from '../../testing/app/document-world.ts';
import { resetDeviceSwitches } from '../shell/shortcuts/device-switch.store.ts';

let opened: OpenedDocument | undefined;

const contract = richPdf({
  pages: Array.from({ length: 5 }, (_, index) => ({ lines: [`第${index + 1}页`] })),
});
const toggle = preview.getByRole('button', { name: '双页并排' });

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  opened?.close();
  resetDeviceSwitches();
  await page.viewport(390, 844);
});

it('are chosen in the tools, named by both pages, and remembered on the device', async () => {
  opened = await openDocument('合同.pdf', contract);
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect.element(preview.getByRole('button', { name: /^第 1、2 页，共 5 页/ })).toBeVisible();
  expect(await opened.platform.preferences.get('pagePairs')).toBe('true');
  opened.close();
  resetDeviceSwitches();
  opened = await openDocument('合同.pdf', contract, { platform: opened.platform });
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
});

it('are not offered where the preview has no room for them', async () => {
  await page.viewport(900, 900);
  opened = await openDocument('合同.pdf', contract);
  await expect.element(preview.getByRole('button', { name: /^第 1 页，共 5 页/ })).toBeVisible();
  expect(toggle.query()).toBeNull();
  // A small tablet or a large phone has the room, but shows one thing at a time.
  await page.viewport(820, 900);
  await expect.poll(() => preview.element().clientWidth).toBe(820);
  expect(toggle.query()).toBeNull();
});
