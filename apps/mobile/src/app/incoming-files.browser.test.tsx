import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { picked } from '../../testing/platform/service.ts';
import { type Answers, json } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import type { ArrivedFile } from '../platform/index.ts';

const answers: Answers = {
  ...memberAnswers,
  'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
};

let mounted: Mounted | undefined;
beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
  useAppLockStore.setState({ isLocked: false });
});

const released: string[] = [];
const text = (name: string, words: string): ArrivedFile => ({
  ...picked(name, new TextEncoder().encode(words)),
  release: async () => void released.push(name),
});

/** A file whose content is not readable before `finish`. */
function slow(name: string, words: string) {
  const file = text(name, words);
  let finish: () => void = () => undefined;
  const isReadable = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const read: ArrivedFile['read'] = async (offset, length) => {
    await isReadable;
    return file.read(offset, length);
  };
  return { file: { ...file, read }, finish: () => finish() };
}

// The content of a document is in a separate frame, so the test looks for the heading.
const preview = (name: string) =>
  page.getByRole('dialog', { name: '文档预览' }).getByRole('heading', { name });

const importRow = (name: string) =>
  page.getByRole('region', { name: '导入的文件' }).getByRole('listitem').filter({ hasText: name });

async function start(platform = createMemoryPlatform()) {
  await storeSession(platform);
  mounted = await mountApp({ path: '/myinfo', platform, answers });
  return platform;
}

it('opens a file that arrived before the app was ready, and releases its source copy', async () => {
  const platform = createMemoryPlatform();
  platform.receiveFiles({ files: [text('通知.txt', '明天开会')], problems: [] });
  await start(platform);
  await expect.element(preview('通知.txt')).toBeVisible();
  expect(released).toContain('通知.txt');
  const folder = await (await platform.files()).list('a1/edsFiles');
  expect(folder).toHaveLength(1);
  // Back leads from the preview to the list, and from there to the previous screen.
  window.history.back();
  await expect.element(page.getByRole('button', { name: /通知/ })).toBeVisible();
  window.history.back();
  await expect.element(page.getByText('退出登录')).toBeVisible();
});

it('shows several files in the list, and reports a file that could not be received', async () => {
  const platform = await start();
  await expect.element(page.getByText('退出登录')).toBeVisible();
  platform.receiveFiles({ files: [text('甲.txt', '一'), text('乙.txt', '二')], problems: ['too_large'] });
  await expect.element(page.getByText('文件超过 2 GB，未能接收')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^文本.*甲/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^文本.*乙/ })).toBeVisible();
  expect(new URLSearchParams(window.location.search).get('preview')).toBeNull();
});

it('waits while the app is locked', async () => {
  const platform = await start();
  await expect.element(page.getByText('退出登录')).toBeVisible();
  useAppLockStore.setState({ isLocked: true });
  platform.receiveFiles({ files: [text('锁.txt', '密')], problems: [] });
  await expect.element(page.getByText('退出登录')).toBeInTheDocument();
  expect(window.location.pathname).toBe('/myinfo');
  expect(released).not.toContain('锁.txt');
  useAppLockStore.setState({ isLocked: false });
  await expect.poll(() => window.location.pathname).toBe('/document');
  await expect.poll(() => released).toContain('锁.txt');
});

it('keeps a file for a retry when storing it failed', async () => {
  const platform = createMemoryPlatform();
  const files = await platform.files();
  let isFull = true;
  const move = files.move.bind(files);
  Object.assign(files, {
    move: async (from: string, to: string) => {
      if (isFull) throw new Error('full');
      await move(from, to);
    },
  });
  await start(platform);
  platform.receiveFiles({ files: [text('满.txt', '终于')], problems: [] });
  const retry = page.getByRole('button', { name: '重试' });
  await expect.element(retry).toBeVisible();
  expect(released).not.toContain('满.txt');
  isFull = false;
  await retry.click();
  await expect.element(preview('满.txt')).toBeVisible();
  await expect.poll(() => released).toContain('满.txt');
});

it('lists several files with the reason of a failed one, and imports it on retry', async () => {
  const platform = await start();
  let isReadable = false;
  const broken = text('坏.txt', '一');
  const read: ArrivedFile['read'] = async (offset, length) => {
    if (!isReadable) throw new Error('unreadable');
    return broken.read(offset, length);
  };
  platform.receiveFiles({ files: [{ ...broken, read }, text('丙.txt', '二')], problems: [] });
  await expect.element(page.getByText('已导入 1 个文件，1 个失败').last()).toBeVisible();
  await expect.element(importRow('坏.txt').getByText(/无法读取此文件/)).toBeVisible();
  expect(released).not.toContain('坏.txt');
  isReadable = true;
  await page.getByRole('button', { name: '重试导入 坏.txt' }).click();
  await expect.poll(() => released).toContain('坏.txt');
  await expect.element(page.getByText('已导入 2 个文件').last()).toBeVisible();
  await page.getByRole('button', { name: '关闭' }).click();
  await expect.element(page.getByRole('region', { name: '导入的文件' })).not.toBeInTheDocument();
});

it('cancels one of several files, waiting or running, and imports the others', async () => {
  const platform = await start();
  const { file } = slow('慢.txt', '三');
  platform.receiveFiles({ files: [file, text('弃.txt', '四'), text('留.txt', '五')], problems: [] });
  await expect.element(page.getByText('正在导入第 1 个，共 3 个')).toBeVisible();
  await page.getByRole('button', { name: '取消导入 弃.txt' }).click();
  await expect.element(importRow('弃.txt').getByText(/已取消/)).toBeVisible();
  await expect.poll(() => released).toContain('弃.txt');
  await page.getByRole('button', { name: '取消导入 慢.txt' }).click();
  await expect.element(importRow('慢.txt').getByText(/已取消/)).toBeVisible();
  await expect.element(importRow('留.txt').getByText(/已导入/)).toBeVisible();
});

it('continues while the user is elsewhere in the app, and reports the end there', async () => {
  const platform = await start();
  const { file, finish } = slow('久.txt', '六');
  platform.receiveFiles({ files: [file, text('近.txt', '七')], problems: [] });
  await expect.element(importRow('久.txt')).toBeVisible();
  await page.getByRole('link', { name: '我的' }).click();
  await expect.element(page.getByText('退出登录')).toBeVisible();
  finish();
  await expect.element(page.getByText('已导入 2 个文件')).toBeVisible();
  await page.getByRole('button', { name: '查看' }).click();
  await expect.element(importRow('久.txt').getByText(/已导入/)).toBeVisible();
});
