import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { createRecord } from '../../testing/platform/records.ts';
import { type Answers, json } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { localDatabase } from '../platform/database/local-database.compose.ts';
import { recentFilesOf } from '../platform/documents/recent-files.repository.ts';
import { downloadKey, useFlowDownloads } from '../platform/transfers/flow-downloads.store.ts';

const answers: Answers = {
  ...memberAnswers,
  'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
};

let mounted: Mounted | undefined;
async function open(path: string, names: readonly string[] = []) {
  const platform = createMemoryPlatform();
  const records = recentFilesOf(await localDatabase(platform), 'a1');
  for (const name of names) {
    await records.upsert(createRecord({ fileID: name, fileWholeName: name }), 'recent');
  }
  await storeSession(platform);
  mounted = await mountApp({ path, platform, answers });
  return mounted;
}

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
});

const rows = () => page.getByRole('main').getByRole('listitem').elements().length;
const choose = async (item: string) => {
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

it('selects all documents, deselects one, deletes the rest and restores them on undo', async () => {
  await open('/document', ['甲.pdf', '乙.pdf', '丙.pdf']);
  await expect.poll(rows).toBe(3);
  await choose('选择');
  await page.getByRole('button', { name: '全选' }).click();
  await expect.element(page.getByText('已选择 3 项')).toBeVisible();
  await page.getByRole('checkbox', { name: /甲/ }).click();
  await page.getByRole('button', { name: '删除' }).click();
  await expect.poll(rows).toBe(1);
  // The button disappears with the multi-select, so the focus moves to the list.
  await expect.element(page.getByRole('main')).toHaveFocus();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(rows).toBe(3);
});

it('closes the multi-select on back, then the search, also on the first history entry', async () => {
  await open('/document', ['甲.pdf', '乙.pdf']);
  await page.getByRole('searchbox').fill('甲');
  await expect.poll(rows).toBe(1);
  await choose('选择');
  const all = page.getByRole('button', { name: '全选' });
  await expect.element(all).toBeVisible();
  window.history.back();
  await expect.poll(() => all.query()).toBeNull();
  await expect.element(page.getByRole('searchbox')).toHaveValue('甲');
  window.history.back();
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  await expect.poll(rows).toBe(2);
  expect(window.location.pathname).toBe('/document');
});

it('returns the focus to the origin of the multi-select when it is cancelled', async () => {
  await open('/document', ['甲.pdf', '乙.pdf']);
  await expect.poll(rows).toBe(2);
  await choose('选择');
  const all = page.getByRole('button', { name: '全选' });
  await expect.element(all).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: '更多' })).toHaveFocus();

  const row = page.getByRole('button', { name: /乙/ });
  await row.click({ delay: 600 });
  await expect.element(page.getByText('已选择 1 项')).toBeVisible();
  await all.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(row).toHaveFocus();
});

it('clears the history after one confirmation', async () => {
  await open('/document', ['甲.pdf', '乙.pdf']);
  await expect.poll(rows).toBe(2);
  await choose('清空记录');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  expect(rows()).toBe(2);
  await choose('清空记录');
  await page.getByRole('dialog').getByRole('button', { name: '清空记录' }).click();
  await expect.element(page.getByText('还没有打开过文档')).toBeVisible();
});

it('keeps every typed letter of a search while the list is still updating', async () => {
  await open('/document', ['甲乙.pdf', '甲.pdf', '丙.pdf']);
  await expect.poll(rows).toBe(3);
  const field = page.getByRole('searchbox').element() as HTMLInputElement;
  field.focus();
  document.execCommand('insertText', false, '甲');
  document.execCommand('insertText', false, '乙');
  expect(field.value).toBe('甲乙');
  await expect.poll(rows).toBe(1);
  expect(field.value).toBe('甲乙');
  expect(new URLSearchParams(window.location.search).get('q')).toBe('甲乙');
});

it('restores the selected list and the search on return', async () => {
  await open('/document', ['甲.pdf', '乙.pdf']);
  await expect.poll(rows).toBe(2);
  await page.getByRole('searchbox').fill('甲');
  await expect.poll(rows).toBe(1);
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  await tab('我的').click();
  await expect.element(page.getByText('退出登录')).toBeVisible();
  await tab('文档').click();
  await expect.element(page.getByRole('searchbox')).toHaveValue('甲');
  await expect.poll(rows).toBe(1);
});

it('cancels a download from the downloads list', async () => {
  await open('/document?list=download');
  await expect.element(page.getByText('还没有下载的文档')).toBeVisible();
  const name = downloadKey('a1', { tid: 't1', flowID: 'f1' });
  useFlowDownloads.setState({ [name]: { phase: 'receiving', name: '合同.zip', received: 3, total: 9 } });
  const bar = page.getByRole('progressbar', { name: '正在下载 合同.zip' });
  await expect.element(bar).toBeVisible();
  await page.getByRole('button', { name: '取消下载' }).click();
  await expect.poll(() => bar.query()).toBeNull();
  expect(useFlowDownloads.getState()[name]).toBeUndefined();
  // Recently opened documents have no progress bar.
  await page.getByRole('button', { name: '最近' }).click();
  expect(page.getByRole('progressbar').query()).toBeNull();
});

it('requests the token of the file service after sign-in', async () => {
  const { requests } = await open('/document');
  await expect.poll(() => requests).toContain('POST /api/v1/tenants/t1/file-token');
});
