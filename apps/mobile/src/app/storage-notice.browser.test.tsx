import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { storeSession } from '../../testing/app/store-session.ts';
import { type Answers } from '../../testing/session/answers.ts';
import { withoutStorage } from '../../testing/web/browser-storage.ts';
import { diagnostics } from '../i18n/zh/diagnostics.ts';
import { notices } from '../i18n/zh/notices.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../platform/adapters/memory/index.ts';
import type { StorageState } from '../platform/index.ts';

const answers: Answers = {
  ...memberAnswers,
};

const inWindow: StorageState = { kind: 'indexeddb', lifetime: 'window' };
const inPage: StorageState = { kind: 'memory', lifetime: 'page' };
const { storageLifetimes, understood } = notices;

const browser = withoutStorage();

let mounted: Mounted | undefined;
async function open(path: string, storage: StorageState): Promise<MemoryPlatform> {
  const platform = createMemoryPlatform({ storage });
  await storeSession(platform);
  mounted = await mountApp({ path, platform, answers });
  return platform;
}
async function reopen(path: string, platform: MemoryPlatform): Promise<void> {
  mounted?.unmount();
  mounted = await mountApp({ path, platform, answers });
}
const emptyList = () => page.getByText('还没有打开过文档');

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  browser.restore();
  mounted?.unmount();
  mounted = undefined;
});

it.each([
  ['window', inWindow],
  ['page', inPage],
] as const)(
  'shows beside the documents that they last as long as the %s, until the notice is dismissed',
  async (lifetime, state) => {
    const platform = await open('/document', state);
    await expect.element(page.getByText(storageLifetimes[lifetime])).toBeVisible();
    await page.getByRole('button', { name: understood }).click();
    await expect.element(page.getByText(storageLifetimes[lifetime])).not.toBeInTheDocument();
    expect(await platform.preferences.get('storageNotice')).toBe(lifetime);
    await reopen('/myinfo?view=storage', platform);
    // The storage page always shows the lifetime.
    await expect.element(page.getByText(storageLifetimes[lifetime])).toBeVisible();
    await expect.element(page.getByText(diagnostics.storageKinds[state.kind])).toBeVisible();
    await expect.element(page.getByRole('button', { name: understood })).not.toBeInTheDocument();
  },
);

it('shows the kind of storage when the browser refuses to report the used space', async () => {
  const refuse = () => Promise.reject(new DOMException('', 'SecurityError'));
  browser.denyFileSystem({ estimate: refuse, persisted: refuse });
  await open('/myinfo?view=storage', inPage);
  await expect.element(page.getByText(diagnostics.storageKinds.memory)).toBeVisible();
});

it('shows a dismissed notice again when the storage lifetime becomes shorter', async () => {
  const platform = await open('/document', inPage);
  await platform.preferences.set('storageNotice', 'window');
  await reopen('/document', platform);
  await expect.element(page.getByText(storageLifetimes.page)).toBeVisible();
});

it('shows no notice when the storage lasts, whatever its kind', async () => {
  const platform = createMemoryPlatform();
  const reads: string[] = [];
  const state = async (): Promise<StorageState> => {
    reads.push(location.pathname);
    return { kind: 'indexeddb', lifetime: 'device' };
  };
  Object.assign(platform, { storage: { ...platform.storage, state } });
  await storeSession(platform);
  mounted = await mountApp({ path: '/document', platform, answers });
  await expect.poll(() => reads).toContain('/document');
  await expect.element(emptyList()).toBeVisible();
  await expect.element(page.getByRole('button', { name: understood })).not.toBeInTheDocument();
  await reopen('/about?view=diagnostics', platform);
  await expect.element(page.getByText(diagnostics.storageKinds.indexeddb)).toBeVisible();
});
