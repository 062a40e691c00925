import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { createRecord } from '../../testing/platform/records.ts';
import { type Answers, json } from '../../testing/session/answers.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../platform/adapters/memory/index.ts';
import { localDatabase } from '../platform/database/local-database.compose.ts';
import { pinnedDocumentsOf } from '../platform/documents/pinned-documents.repository.ts';
import { recentFilesOf } from '../platform/documents/recent-files.repository.ts';

const answers: Answers = {
  ...memberAnswers,
  'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
};

let mounted: Mounted | undefined;
beforeEach(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
});

const mount = async (platform: MemoryPlatform, path = '/document') => {
  mounted?.unmount();
  mounted = await mountApp({ path, platform, answers });
};

/** Opens the list with documents of these names, the first opened last. */
async function open(names: readonly string[], pinned: readonly string[] = []): Promise<MemoryPlatform> {
  const platform = createMemoryPlatform();
  const sql = await localDatabase(platform);
  for (const [index, name] of names.entries()) {
    const record = createRecord({ fileID: name, fileWholeName: name, createAt: 1000 - index });
    await recentFilesOf(sql, 'a1').upsert(record, 'recent');
  }
  for (const name of pinned)
    await pinnedDocumentsOf(sql, 'a1').pin({ list: 'recent', selection: { fileIDs: [name] }, at: 1 });
  await storeSession(platform);
  await mount(platform);
  return platform;
}

const namesIn = (list: Element | undefined) =>
  [...(list?.querySelectorAll('li') ?? [])].map((row) => row.textContent?.match(/[甲乙丙丁]|第\d+号/)?.[0]);
const section = (name: string) => page.getByRole('list', { name }).elements()[0];
/** The names of the rows of both sections in their order. */
const shown = () => ({ pinned: namesIn(section('已置顶')), others: namesIn(section('其他文档')) });
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const menuOf = (name: string) => row(name).getByRole('button', { name: '操作' });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const status = () => page.getByRole('status').filter({ hasText: '置顶' });

it('pins documents above the others, the last first, also after a reload, and undoes an unpinning', async () => {
  const platform = await open(['甲', '乙', '丙', '丁']);
  await expect.element(row('丁')).toBeVisible();
  // Without pinned documents the list has no headings.
  expect(page.getByRole('heading', { level: 2 }).query()).toBeNull();
  await menuOf('丙').click();
  await item('置顶').click();
  await expect.element(status()).toMatchTextContent('已置顶 1 项');
  await expect.poll(shown).toEqual({ pinned: ['丙'], others: ['甲', '乙', '丁'] });
  await menuOf('丁').click();
  await item('置顶').click();
  await expect.poll(shown).toEqual({ pinned: ['丁', '丙'], others: ['甲', '乙'] });
  await expect.element(page.getByRole('heading', { name: '已置顶', level: 2 })).toBeVisible();

  await mount(platform);
  await expect.poll(shown).toEqual({ pinned: ['丁', '丙'], others: ['甲', '乙'] });
  await menuOf('丙').click();
  await item('取消置顶').click();
  await expect.element(status()).toMatchTextContent('已取消置顶 1 项');
  await expect.poll(shown).toEqual({ pinned: ['丁'], others: ['甲', '乙', '丙'] });
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(shown).toEqual({ pinned: ['丁', '丙'], others: ['甲', '乙'] });
  // A new opening of another document does not displace them, and deleting one can be undone.
  await menuOf('丁').click();
  await item('删除').click();
  await expect.poll(shown).toEqual({ pinned: ['丙'], others: ['甲', '乙'] });
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(shown).toEqual({ pinned: ['丁', '丙'], others: ['甲', '乙'] });
  // A search finds each of them once.
  await page.getByRole('searchbox').fill('丙');
  await expect.poll(shown).toEqual({ pinned: ['丙'], others: [] });
  await page.getByRole('searchbox').fill('甲');
  await expect.poll(() => page.getByRole('heading', { level: 2 }).query()).toBeNull();
  await expect.poll(() => page.getByRole('main').getByRole('listitem').elements().length).toBe(1);
});

it('pins and unpins by the keyboard, and keeps the focus at the place of the row', async () => {
  await open(['甲', '乙', '丙'], ['乙']);
  await expect.poll(shown).toEqual({ pinned: ['乙'], others: ['甲', '丙'] });
  (menuOf('甲').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu', { name: '操作' })).toBeVisible();
  await expect.element(item('置顶')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menuOf('甲')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('置顶')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(shown).toEqual({ pinned: ['甲', '乙'], others: ['丙'] });
  await expect.element(menuOf('丙')).toHaveFocus();
  (menuOf('甲').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('取消置顶')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(shown).toEqual({ pinned: ['乙'], others: ['甲', '丙'] });
  await expect.element(menuOf('乙')).toHaveFocus();
});

it('opens the menu by the second mouse button, and comes first for keys and in the palette', async () => {
  await page.viewport(1200, 800);
  await open(['甲的合同', '乙的合同', '丙的合同'], ['丙的合同']);
  await row('乙').getByRole('button').first().click({ button: 'right' });
  await item('置顶').click();
  await expect.poll(shown).toEqual({ pinned: ['乙', '丙'], others: ['甲'] });
  const focused = () => document.activeElement?.closest('li')?.textContent?.match(/[甲乙丙]/)?.[0];
  (document.activeElement as HTMLElement | null)?.blur();
  const seen: unknown[] = [];
  for (let step = 0; step < 4; step += 1) {
    await userEvent.keyboard('j');
    seen.push(focused());
  }
  expect(seen).toEqual(['乙', '丙', '甲', '甲']);
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill('合同');
  const found = () =>
    page
      .getByRole('option')
      .elements()
      .flatMap(({ textContent }) => textContent.match(/^[甲乙丙]的/)?.[0] ?? []);
  await expect.poll(found).toEqual(['乙的', '丙的', '甲的']);
});

it('renders the others in view below many pinned documents', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `第${index + 10}号`);
  await open(names, names.slice(0, 20));
  await expect.element(row('第29号')).toBeVisible();
  const main = page.getByRole('main').element();
  main.scrollTo(0, section('其他文档')?.getBoundingClientRect().top ?? 0);
  await expect.element(row('第30号')).toBeInViewport();
  main.scrollTo(0, main.scrollHeight);
  await expect.element(row('第69号')).toBeInViewport();
});

it('pins a selection across both sections, unless there would be too many', async () => {
  const names = Array.from({ length: 22 }, (_, index) => `第${index + 10}号`);
  await open(names, names.slice(2, 21));
  await expect.poll(() => shown().pinned?.length).toBe(19);
  await menuOf('第10号').click();
  await item('选择').click();
  await row('第11号').getByRole('checkbox').click();
  const pin = page.getByRole('button', { name: '置顶', exact: true });
  await pin.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('每个列表最多置顶 20 个文档');
  expect(shown().pinned).toHaveLength(19);

  await menuOf('第11号').click();
  await item('选择').click();
  await pin.click();
  await expect.poll(() => shown().pinned?.slice(0, 2)).toEqual(['第11号', '第30号']);
  // A range from the first pinned document to the first of the others.
  await menuOf('第11号').click();
  await item('选择').click();
  await row('第11号').getByRole('checkbox').click();
  await row('第10号')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect.element(page.getByText('已选择 21 项')).toBeVisible();
  await row('第10号').getByRole('checkbox').click();
  await page.getByRole('button', { name: '取消置顶', exact: true }).click();
  await expect.poll(() => page.getByRole('heading', { level: 2 }).query()).toBeNull();
});
