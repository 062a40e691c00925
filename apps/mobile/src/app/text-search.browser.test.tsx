import { lockedPdf } from '@sealflow/viewers/testing/locked-pdf.ts';
import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { createRecord } from '../../testing/platform/records.ts';
import { type Answers, json, userWith } from '../../testing/session/answers.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../platform/adapters/memory/index.ts';
import { localDatabase } from '../platform/database/local-database.compose.ts';
import { storedPath } from '../platform/documents/document.types.ts';
import { recentFilesOf } from '../platform/documents/recent-files.repository.ts';
import { clearScrollPositions } from '../shell/navigation/scroll-restoration.hook.ts';

const none = () => json({ total: 0, data: [], unread: 0 });
const answers: Answers = {
  ...signInAnswers,
  'GET /api/v1/tenants/t1/user-deputies': none,
  'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
};
const contract = richPdf({
  pages: [{ lines: ['一般条款'] }, { lines: ['违约金按日计算', 'Liability clause'] }],
});
const minutes = new TextEncoder().encode('会议纪要：验收标准');

let mounted: Mounted | undefined;
beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
  clearScrollPositions();
});

type Documents = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

async function deviceWith(documents: Documents): Promise<MemoryPlatform> {
  const platform = createMemoryPlatform();
  const records = recentFilesOf(await localDatabase(platform), 'a1');
  const files = await platform.files();
  for (const [name, content] of Object.entries(documents)) {
    await records.upsert(createRecord({ fileID: name, fileWholeName: name, encrypted: 0 }), 'recent');
    await files.write(storedPath('a1', name), content);
  }
  await storeSession(platform);
  return platform;
}
async function start(platform: MemoryPlatform, path: string, own: Answers = {}) {
  mounted?.unmount();
  mounted = await mountApp({ path, platform, answers: { ...answers, ...own } });
}
const indexed = async (platform: MemoryPlatform) => {
  const sql = await localDatabase(platform);
  return (await sql.query('SELECT fileID FROM document_text ORDER BY fileID')).map(({ fileID }) => fileID);
};
const preview = page.getByRole('dialog', { name: '文档预览' });
const result = (name: string) => page.getByRole('button', { name: new RegExp(`${name}.*正文中有相关内容`) });
const withoutIndex: Answers = {
  'GET /api/v1/tenants/t1/current-user': () => json({ ...userWith('users'), fullTextSearch: false }),
};

it.each([
  ['合同.pdf', contract, '违约金', 'liab'],
  ['记录.txt', minutes, '验收', '纪要'],
])('finds %s by what its text says after it was opened', async (name, content, ...keywords) => {
  const platform = await deviceWith({ [name]: content, '其他.txt': new TextEncoder().encode('其他') });
  await start(platform, `/document?preview=${encodeURIComponent(name)}`);
  await expect.element(preview).toBeVisible();
  await expect.poll(() => indexed(platform), { timeout: 20_000 }).toEqual([name]);
  for (const keyword of keywords) {
    await start(platform, `/document?view=find&q=${encodeURIComponent(keyword)}`);
    await expect.element(result(name)).toBeVisible();
    expect(page.getByRole('button', { name: /其他/ }).query()).toBeNull();
  }
  await result(name).click();
  // The document opens at what was searched.
  await expect.element(preview.getByText('第 1 处，共 1 处')).toBeInTheDocument();
});

it('indexes nothing for an organisation that does not want it, and deletes what there is', async () => {
  const platform = await deviceWith({ '记录.txt': minutes });
  await start(platform, '/document?preview=记录.txt');
  await expect.poll(() => indexed(platform), { timeout: 20_000 }).toEqual(['记录.txt']);
  await start(platform, '/document?preview=记录.txt', withoutIndex);
  await expect.element(preview).toBeVisible();
  await expect.poll(() => indexed(platform)).toEqual([]);
  // Longer than the delay after which the open document would be indexed.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(await indexed(platform)).toEqual([]);
});

it('does not index a document that has a password of its own', async () => {
  const platform = await deviceWith({ '锁.pdf': lockedPdf('abc'), '记录.txt': minutes });
  await start(platform, '/document?preview=锁.pdf');
  await page.getByRole('textbox', { name: '文档密码' }).fill('abc');
  await userEvent.keyboard('{Enter}');
  await expect.element(preview.getByText('保密合同')).toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(await indexed(platform)).toEqual([]);
});

it('deletes the index when the person signs out', async () => {
  const platform = await deviceWith({ '记录.txt': minutes });
  await start(platform, '/document?preview=记录.txt');
  await expect.poll(() => indexed(platform), { timeout: 20_000 }).toEqual(['记录.txt']);
  await start(platform, '/myinfo');
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect.poll(() => indexed(platform)).toEqual([]);
  expect(await platform.secrets.get('search:a1')).toBeNull();
});
