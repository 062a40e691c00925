import { seal } from '@sealflow/tdf/writer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { collect, makeKas, sealOptions } from '../../../../packages/tdf/tests/kit.ts';
import { dragFiles, dropFiles } from '../../testing/app/drop-files.ts';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { type Answers, json } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';

const answers: Answers = {
  ...memberAnswers,
  'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
};

let mounted: Mounted | undefined;
beforeEach(() => page.viewport(390, 844));
afterEach(() => {
  useAppLockStore.setState({ isLocked: false });
  mounted?.unmount();
});

async function open(path: string, own: Answers = {}) {
  const platform = createMemoryPlatform();
  await storeSession(platform);
  mounted = await mountApp({ path, platform, answers: { ...answers, ...own } });
  return platform;
}

const text = (name: string, words: string) => new File([words], name);
const importRow = (name: string) =>
  page.getByRole('region', { name: '导入的文件' }).getByRole('listitem').filter({ hasText: name });
const stored = async () => (await (await mounted?.platform.files())?.list('a1/edsFiles')) ?? [];

describe('files dropped on the documents', () => {
  const openDocuments = async () => {
    await open('/document');
    const button = page.getByRole('button', { name: '打开文件' });
    await expect.element(button).toBeVisible();
    return button.element();
  };

  it('are imported one by one, with the reason for a tampered and a repeated one', async () => {
    const target = await openDocuments();
    const { stream } = seal(sealOptions(await makeKas(), new TextEncoder().encode('合同正文')));
    const sealed = await collect(stream);
    dropFiles(target, [
      text('甲.txt', '一'),
      new File([sealed.slice(0, sealed.length - 40)], '坏.tdf'),
      text('乙.txt', '二'),
      text('甲的副本.txt', '一'),
    ]);
    await expect.element(page.getByText('已放入 4 个文件')).toBeInTheDocument();
    await expect.element(importRow('坏.tdf').getByText(/文档已损坏或被篡改/)).toBeVisible();
    // Another attempt would fail again.
    await expect.element(page.getByRole('button', { name: '重试导入 坏.tdf' })).not.toBeInTheDocument();
    await expect.element(importRow('甲的副本.txt').getByText(/已有此文件/)).toBeVisible();
    await expect.element(importRow('乙.txt').getByText(/已导入/)).toBeVisible();
    await expect.element(page.getByText('已导入 3 个文件，1 个失败').last()).toBeVisible();
    expect(await stored()).toHaveLength(2);
    await expect.element(page.getByRole('button', { name: /^文本.*乙/ })).toBeVisible();
  });

  it('open at once if it is one', async () => {
    dropFiles(await openDocuments(), [text('通知.txt', '明天开会')]);
    const preview = page.getByRole('dialog', { name: '文档预览' });
    await expect.element(preview.getByRole('heading', { name: '通知.txt' })).toBeVisible();
  });

  it('are refused while the app is locked', async () => {
    const target = await openDocuments();
    expect(dragFiles(target, [text('甲.txt', '一')])).toBe(true);
    useAppLockStore.setState({ isLocked: true });
    dropFiles(target, [text('甲.txt', '一'), text('乙.txt', '二')]);
    expect(dragFiles(target, [text('甲.txt', '一')])).toBe(false);
    useAppLockStore.setState({ isLocked: false });
    await expect.element(page.getByText(/已放入/)).not.toBeInTheDocument();
    expect(await stored()).toEqual([]);
  });
});

it('refuses files outside of the screens that accept them, where a browser would leave the app', async () => {
  await open('/myinfo');
  await expect.element(page.getByText('退出登录')).toBeVisible();
  const target = page.getByText('退出登录').element();
  expect(dragFiles(target, [text('甲.txt', '一')])).toBe(false);
  let isPrevented = false;
  window.addEventListener(
    'drop',
    (event) => {
      isPrevented = event.defaultPrevented;
    },
    { once: true },
  );
  dropFiles(target, [text('甲.txt', '一')]);
  expect(isPrevented).toBe(true);
});
