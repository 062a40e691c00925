import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { file, info } from '../../testing/app/work-world.ts';
import { createRecord } from '../../testing/platform/records.ts';
import { type Answers, json, nothing, userWith } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { flowDownloadsOf } from '../platform/database/flow-downloads.repository.ts';
import { localDatabase } from '../platform/database/local-database.compose.ts';
import { downloadFileID, storedPath } from '../platform/documents/document.types.ts';
import { recentFilesOf } from '../platform/documents/recent-files.repository.ts';

const content = new TextEncoder().encode('package');
const pending = {
  state: 'failed',
  uri: null,
  size: null,
  sha256: null,
  name: null,
  mimeType: null,
  progress: { done: 0, total: 0 },
  passphrase: null,
  reason: 'file.download_failed',
  expireAt: later,
};
const ready = { ...pending, state: 'ready', size: content.length, sha256: bytesToHex(sha256(content)) };

let mounted: Mounted | undefined;
/** A device with an interrupted download of each tenant, because the app ended. */
async function open(tids: readonly string[], check: () => unknown) {
  const platform = createMemoryPlatform();
  await storeSession(platform);
  const sql = await localDatabase(platform);
  for (const tid of tids) {
    const job = {
      tid,
      flowID: 'f1',
      tname: tid,
      flowName: '外发',
      downloadID: 'd1',
      state: 'running',
      paused: 0,
    } as const;
    await flowDownloadsOf(sql, 'a1').upsert(job);
    await recentFilesOf(sql, 'a1').upsert(
      createRecord({
        fileID: `download:${tid}:f1`,
        fileWholeName: `${tid}.zip`,
        downloadPer: 40,
        fileSize: 100,
      }),
      'download',
    );
  }
  const answers: Answers = {
    ...memberAnswers,
    'GET /api/v1/tenants/t1/download/check-prepared-download-file/d1': () => json(check()),
    'GET /api/v1/tenants/t1/download-files/d1': () =>
      new Response(content, { headers: { 'Content-Length': String(content.length) } }),
    'POST /api/v1/tenants/t1/download-files/d1/actions/received': nothing,
  };
  mounted = await mountApp({ path: '/document?list=download', platform, answers });
  return recentFilesOf(sql, 'a1');
}

beforeAll(() => page.viewport(360, 640));
afterEach(() => mounted?.unmount());

const running = () => page.getByRole('list', { name: '正在下载的文件' });
const button = (name: string) => running().getByRole('button', { name, exact: true });

it('shows why a download failed, and adds the file to the list after a retry', async () => {
  const answers: unknown[] = [pending];
  await open(['t1'], () => answers.shift() ?? { ...ready, name: '外发.zip' });
  await expect.element(running().getByRole('alert')).toHaveTextContent('下载失败');
  await expect.element(running().getByText('t1.zip')).toBeVisible();
  await button('重试').click();
  await expect.element(page.getByRole('button', { name: /外发\.zip/ })).toBeVisible();
  await expect.poll(() => running().query()).toBeNull();
});

it('shows the progress of a download of another organisation and cancels it', async () => {
  const records = await open(['t9'], () => ready);
  await expect.element(running().getByText('已暂停 · 40 B / 100 B')).toBeVisible();
  await expect.element(running().getByRole('progressbar')).toHaveAttribute('value', '40');
  await expect.element(button('继续')).toBeVisible();
  await button('取消下载').click();
  await expect.element(page.getByText('还没有下载的文档')).toBeVisible();
  expect(await records.find('download:t9:f1')).toBeNull();
});

it('opens and shares a downloaded file with other apps where the device supports it', async () => {
  const platform = createMemoryPlatform();
  Object.assign(platform.outside, { share: true, open: true });
  await storeSession(platform);
  const sql = await localDatabase(platform);
  const key = { tid: 't1', flowID: 'f1', downloadID: 'd1', paused: 0 } as const;
  await flowDownloadsOf(sql, 'a1').upsert({ ...key, tname: 't1', flowName: '外发', state: 'done' });
  const fileID = downloadFileID('t1', 'f1');
  await recentFilesOf(sql, 'a1').upsert(createRecord({ fileID, fileWholeName: '外发 合同.zip' }), 'download');
  await (await platform.files()).write(storedPath('a1', fileID), content);
  const answers: Answers = {
    'POST /api/v1/auth/refresh-token': () => json({ token: 'token-2', expire: later }),
    'GET /api/v1/tenants/t1/current-user': () => json(userWith('users')),
    'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, state: 'passed', myTask: null } }),
    'GET /api/v1/tenants/t1/flows/f1/files': () => json({ data: [file] }),
    'GET /api/v1/tenants/t1/flows/f1/process': () => json({ data: [] }),
  };
  mounted = await mountApp({ path: '/flowinfo16?flowID=f1', platform, answers });
  await page.getByRole('button', { name: '用其他应用打开' }).click();
  await expect.poll(() => platform.outside.received).toEqual(['open 外发 合同.zip as application/zip']);
  await page.getByRole('button', { name: '分享' }).click();
  await expect.poll(() => platform.outside.received.at(-1)).toBe('share 外发 合同.zip');
  platform.outside.open = false;
  await page.getByRole('button', { name: '用其他应用打开' }).click();
  await expect.element(page.getByText('没有应用可以打开这个文件，可以保存副本')).toBeVisible();
});
