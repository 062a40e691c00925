import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeComparison, compareSelected, layer, mountSealed } from '../../testing/app/compare-world.ts';
import { documentRow, openDocument, preview, storeDocument } from '../../testing/app/document-world.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../platform/adapters/memory/index.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const text = () => layer.element().textContent;
const marks = (kind: 'ins' | 'del') =>
  Array.from(layer.element().querySelectorAll(kind), ({ textContent }) => textContent);
const watermark = () => layer.element().querySelector('svg pattern')?.textContent ?? '';

let close: (() => void) | undefined;

beforeEach(() => page.viewport(1200, 800));
afterEach(async () => {
  closeComparison();
  close?.();
  close = undefined;
  await page.viewport(390, 844);
});

describe('comparison of two sealed texts', () => {
  it('shows what differs, in columns and under the watermark, and asks for nothing but the licences', async () => {
    const { licences, requests } = await mountSealed();
    await compareSelected();
    await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
    expect(marks('del')).toEqual(['三', ' ']);
    expect(marks('ins').slice(0, 2)).toEqual(['四', '五']);
    expect(text()).toContain('已添加，第 5 行：第四条 保密');
    expect(watermark()).toContain('Li Ming');
    expect(layer.element().querySelector('[data-copy]')).not.toBeNull();
    expect(licences.requests).toEqual(Array(2).fill('/otdf/t1/kas.AccessService/Rewrap'));
    // Rows of both documents stand side by side.
    const cells = Array.from(layer.element().querySelectorAll('[data-kind="removed"]'), (cell) =>
      cell.getBoundingClientRect(),
    );
    const added = layer.element().querySelector('[data-kind="added"] ins')?.getBoundingClientRect();
    expect(added?.left).toBeGreaterThan(cells.at(-1)!.right);
    // The app is at rest when the comparison is opened again.
    window.history.back();
    await expect.poll(() => layer.query()).toBeNull();
    const before = requests.length;
    window.history.forward();
    await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
    expect(licences.requests).toHaveLength(4);
    // The channel of events asks again after a pause, whatever is shown.
    expect(requests.slice(before).filter((one) => one !== 'GET /api/v1/events')).toEqual([]);
  });

  it('goes through the changes by keys and buttons, ignores white space and swaps the sides', async () => {
    await mountSealed();
    await compareSelected();
    const at = (change: number, count: number) => layer.getByText(`第 ${change} 处差异，共 ${count} 处`);
    await expect.element(at(1, 2)).toBeInTheDocument();
    await userEvent.keyboard('n');
    await expect.element(at(2, 2)).toBeInTheDocument();
    expect(layer.element().querySelector('[data-current]')?.textContent).toContain('保密');
    await userEvent.keyboard('n');
    await expect.element(at(1, 2)).toBeInTheDocument();
    await userEvent.keyboard('p');
    await expect.element(at(2, 2)).toBeInTheDocument();
    await layer.getByRole('button', { name: '交换左右' }).click();
    await expect.element(layer.getByText('旧：新合同.txt', { exact: false })).toBeVisible();
    expect(text()).toContain('已删除，第 5 行：第四条 保密');
    await layer.getByRole('button', { name: '忽略空格' }).click();
    await expect
      .element(layer.getByRole('button', { name: '忽略空格' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => marks('del').includes('  ')).toBe(false);
    expect(marks('ins').concat(marks('del'))).not.toContain(' ');
  });

  it('is one column on a phone, and back leads to the list', async () => {
    await page.viewport(390, 844);
    await mountSealed();
    await compareSelected();
    await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
    const [removed, added] = ['removed', 'added'].map((kind) =>
      layer.element().querySelector(`li [data-kind="${kind}"]`)!.getBoundingClientRect(),
    );
    expect(added!.left).toBe(removed!.left);
    expect(added!.top).toBeGreaterThanOrEqual(removed!.bottom);
    window.history.back();
    await expect.poll(() => layer.query()).toBeNull();
    expect(location.search).toBe('');
    await expect.element(documentRow('旧合同.txt')).toBeVisible();
  });
});

describe('comparison from the preview', () => {
  const pdf = (...pages: readonly (readonly string[])[]) =>
    richPdf({ pages: pages.map((lines) => ({ lines })) });
  const choose = async (
    name: string,
    answers: readonly [string, Uint8Array<ArrayBuffer>],
    store: MemoryPlatform,
  ) => {
    const opened = await openDocument(name, answers[1], { platform: store });
    close = opened.close;
    await preview.getByRole('button', { name: '与其他文档比较' }).click();
    await page
      .getByRole('dialog', { name: '选择要比较的文档' })
      .getByRole('button', { name: answers[0], exact: false })
      .click();
  };

  it('compares PDF by their text and names the pages', async () => {
    const platform = createMemoryPlatform();
    await storeDocument(platform, '旧版.pdf', pdf(['甲方应在三十日内', '付款。'], ['第二条 交货']));
    await choose(
      '新版.pdf',
      ['旧版.pdf', pdf(['甲方应在三十日', '内付款。'], ['第二条 验收交货'])],
      platform,
    );
    await expect.element(layer.getByText('第 1 处差异，共 1 处')).toBeInTheDocument();
    expect(marks('ins')).toEqual(['验收']);
    expect(text()).toContain('已添加，第 2 页：第二条 验收交货');
    await expect.element(layer.getByText('旧：旧版.pdf', { exact: false })).toBeVisible();
    window.history.back();
    await expect.element(preview.getByRole('heading', { level: 1, name: '新版.pdf' })).toBeVisible();
  });

  it('says which formats can be compared', async () => {
    const platform = createMemoryPlatform();
    await storeDocument(platform, '图.svg', utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await choose('新版.txt', ['图.svg', utf8('甲')], platform);
    await expect.element(layer.getByText('只能比较文本文件和 PDF')).toBeVisible();
    await expect.element(layer.getByText('“图.svg”是其他格式', { exact: false })).toBeVisible();
  });
});
