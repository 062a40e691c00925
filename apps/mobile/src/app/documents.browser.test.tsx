import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { createSessionStorage } from '../platform/session/session.storage.ts';
import { type Answers, json, signedIn, twoTenants, userWith } from '../platform/session/tests/answers.ts';
import { downloadName, useFlowDownloads } from '../platform/transfers/flow-downloads.store.ts';
import { type Mounted, mountApp } from './tests/mount.tsx';

const later = Date.now() + 86_400_000;
const answers: Answers = {
  'POST /api/v1/auth/refresh-token': () => json({ token: 'token-2', expire: later }),
  'GET /api/v1/tenants/t1/current-user': () => json(userWith('users')),
  'GET /api/v1/user-msg-sessions': () => json({ total: 0, data: [], unread: 0 }),
  'GET /api/v1/tenants/t1/user-flows': () => json({ total: 0, data: [] }),
  'GET /api/v1/tenants/t1/user-tasks': () => json({ total: 0, data: [] }),
  'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
};

let mounted: Mounted | undefined;
async function open(path: string) {
  const platform = createMemoryPlatform();
  const storage = createSessionStorage(platform);
  const { aid, mobileNo, email, tenants } = signedIn([twoTenants[0]], later);
  await storage.writeSession({ account: { aid, mobileNo, email }, tenants, bound: false, user: null });
  await storage.writeToken({ token: 'token-1', expire: later });
  mounted = await mountApp({ path, platform, answers });
  return mounted;
}

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
});

it('cancels a download from the list that it is to stand in', async () => {
  await open('/document?list=download');
  await expect.element(page.getByText('还没有下载的文档')).toBeVisible();
  const name = downloadName('a1', { tid: 't1', flowID: 'f1' });
  useFlowDownloads.setState({ [name]: { phase: 'receiving', name: '合同.zip', received: 3, total: 9 } });
  const bar = page.getByRole('progressbar', { name: '正在下载 合同.zip' });
  await expect.element(bar).toBeVisible();
  await page.getByRole('button', { name: '取消下载' }).click();
  await expect.poll(() => bar.query()).toBeNull();
  expect(useFlowDownloads.getState()[name]).toBeUndefined();
  // It is no matter of what was opened recently.
  await page.getByRole('button', { name: '最近' }).click();
  expect(page.getByRole('progressbar').query()).toBeNull();
});

it('asks for the token of the file service once one is signed in', async () => {
  const { asked } = await open('/document');
  await expect.poll(() => asked, { timeout: 10_000 }).toContain('POST /api/v1/tenants/t1/file-token');
});
