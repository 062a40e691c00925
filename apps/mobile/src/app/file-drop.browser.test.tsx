import { seal } from '@sealflow/tdf/writer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { collect, KID, makeKas, PLATFORM_URL, sealOptions } from '../../../../packages/tdf/tests/kit.ts';
import { dragFiles, dropFiles } from '../../testing/app/drop-files.ts';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { type Answers, json, refusal } from '../../testing/session/answers.ts';
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
  vi.unstubAllGlobals();
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

/** The answers to a member who may seal; `begin` can refuse a file. */
async function sealingAnswers(begin: (count: number) => Response | null = () => null): Promise<Answers> {
  const kas = await makeKas();
  let begunCount = 0;
  return {
    'GET /api/v1/tenants/t1/user-documents/classifications': () =>
      json({
        total: 1,
        data: [
          {
            id: 'internal',
            name: '内部',
            isDefault: true,
            watermark: true,
            noDownload: false,
            noCapture: false,
            leaseSeconds: null,
            excludesBrowsers: false,
          },
        ],
      }),
    'POST /api/v1/tenants/t1/user-documents/actions/begin': () => {
      begunCount += 1;
      const data = {
        platformUrl: PLATFORM_URL,
        namespace: 't1.files.example',
        ownerOID: 'u-7',
        orgID: 'o-3',
        classificationID: 'internal',
        kid: KID,
        publicKeyPem: kas.keys.get(KID)?.publicKeyPem,
        documentID: crypto.randomUUID(),
        ticket: 'a-ticket',
        expireAt: later,
      };
      return begin(begunCount) ?? json({ data });
    },
    'POST /api/v1/tenants/t1/user-documents': () =>
      json({ data: { documentID: crypto.randomUUID(), sealedBy: 'u-7', createAt: 1 } }),
  };
}

describe('files dropped to be protected', () => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const halfSealed = async () => (await (await mounted?.platform.files())?.list('a1/sealing')) ?? [];

  it('are sealed one by one; a failed one leaves nothing, does not stop the others and is retried', async () => {
    const own = await sealingAnswers((count) => (count === 1 ? refusal('app.unknown_error', 500) : null));
    const begin = 'POST /api/v1/tenants/t1/user-documents/actions/begin';
    const register = 'POST /api/v1/tenants/t1/user-documents';
    const registration = vi.fn<NonNullable<Answers[string]>>(own[register]);
    registration.mockImplementationOnce(() => refusal('app.unknown_error', 500));
    await open('/document', { ...own, [register]: registration });
    await expect.element(button('加密文件')).toBeVisible();
    dropFiles(button('加密文件').element(), [
      text('甲.txt', '一'),
      text('乙.txt', '二'),
      text('丙.txt', '三'),
    ]);
    await button('加密 3 个文件').click();
    await expect.element(page.getByText('已加密 1 个文件，2 个失败').first()).toBeInTheDocument();
    await expect.element(row('甲.txt').getByText(/加密没有完成/)).toBeVisible();
    await expect.element(row('乙.txt').getByText(/尚未登记/)).toBeVisible();
    await expect.element(row('丙.txt').getByText(/已加密/)).toBeVisible();
    expect(await stored()).toHaveLength(1);
    // Only the sealed file that waits for its registration; it is not sealed again.
    expect(await halfSealed()).toHaveLength(1);
    await button('重试加密 乙.txt').click();
    await expect.element(page.getByText('已加密 2 个文件，1 个失败').first()).toBeInTheDocument();
    expect(mounted?.requests.filter((name) => name === begin)).toHaveLength(3);
    await button('重试加密 甲.txt').click();
    await expect.element(page.getByText('已加密 3 个文件').first()).toBeInTheDocument();
    expect(await halfSealed()).toEqual([]);
    await button('查看文档').click();
    for (const name of [/甲\.txt/, /乙\.txt/, /丙\.txt/]) {
      await expect.element(page.getByRole('button', { name })).toBeVisible();
    }
  });

  it('are left out if they cannot be sealed, and one of several is cancelled', async () => {
    const own = await sealingAnswers();
    const begin = own['POST /api/v1/tenants/t1/user-documents/actions/begin'];
    let begunCount = 0;
    await open('/document?view=seal', {
      ...own,
      'POST /api/v1/tenants/t1/user-documents/actions/begin': (request) => {
        begunCount += 1;
        if (begunCount > 1 && begin !== undefined) return begin(request);
        // No answer arrives before the cancellation.
        return new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
        });
      },
    });
    const target = button('选择文件');
    await expect.element(target).toBeVisible();
    const { stream } = seal(sealOptions(await makeKas(), new Uint8Array(8)));
    const sealed = new File([await collect(stream)], '旧.tdf');
    dropFiles(target.element(), [text('甲.txt', '一'), sealed, text('乙.txt', '二')]);
    await expect.element(row('旧.tdf').getByText(/已加密，无需再次加密/)).toBeVisible();
    dropFiles(button('继续添加').element(), [text('丙.txt', '三')]);
    await button('加密 3 个文件').click();
    await button('取消加密 丙.txt').click();
    await button('取消加密 甲.txt').click();
    await expect.element(row('乙.txt').getByText(/已加密/)).toBeVisible();
    await expect.element(page.getByText('已加密 1 个文件，2 个已取消').first()).toBeInTheDocument();
    expect(await halfSealed()).toEqual([]);
    // The files that are not sealed can be changed and sealed again.
    await button('返回修改').click();
    await expect.element(row('乙.txt')).not.toBeInTheDocument();
    await expect.element(button('加密 2 个文件')).toBeVisible();
  });

  it('go to the screen under the pointer on a wide screen', async () => {
    await page.viewport(1200, 800);
    await open('/document?view=seal', await sealingAnswers());
    await expect.element(button('选择文件')).toBeVisible();
    expect(dragFiles(button('选择文件').element(), [text('甲.txt', '一')])).toBe(true);
    await expect.element(page.getByText('松开以添加文件')).toBeVisible();
    await expect.element(page.getByText('松开以导入文件')).toBeVisible();
    dropFiles(button('选择文件').element(), [text('甲.txt', '一')]);
    await expect.element(row('甲.txt')).toBeVisible();
    expect(await stored()).toEqual([]);
    dropFiles(button('打开文件').element(), [text('乙.txt', '二'), text('丙.txt', '三')]);
    await expect.element(importRow('丙.txt').getByText(/已导入/)).toBeVisible();
    expect(await stored()).toHaveLength(2);
  });
});

/** An upload in the place of XMLHttpRequest, whose answer the test gives. */
class TestUpload extends EventTarget {
  static sent: TestUpload[] = [];
  static readonly of = (name: string) => TestUpload.sent.findLast((one) => one.name === name);
  readonly upload = new EventTarget();
  name = '';
  status = 0;
  responseText = '';

  open(): void {}
  setRequestHeader(): void {}
  send(form: FormData): void {
    const file = form.get('file1');
    this.name = file instanceof File ? file.name : '';
    TestUpload.sent.push(this);
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded }));
  }
  answer(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event('load'));
  }
}

it('adds several dropped files to an application, each with its progress, cancel and retry', async () => {
  TestUpload.sent = [];
  vi.stubGlobal('XMLHttpRequest', TestUpload);
  await open('/work?view=apply&type=mail_out', {
    'GET /api/v1/tenants/t1/flow-types': () =>
      json({ total: 1, data: [{ id: 4, name: '邮件外发', type: 'mail_out' }] }),
  });
  const field = page.getByRole('region', { name: '文件' });
  const row = (name: string) => field.getByRole('listitem').filter({ hasText: name });
  await expect.element(field).toBeVisible();
  dropFiles(field.element(), [text('甲.txt', '一一'), text('乙.txt', '二二'), text('丙.txt', '三三')]);
  await expect.element(field.getByText('已上传 0 个，共 3 个')).toBeVisible();
  await expect.poll(() => TestUpload.sent.map(({ name }) => name)).toEqual(['甲.txt', '乙.txt']);
  TestUpload.of('甲.txt')?.progress(3);
  await expect.element(row('甲.txt').getByText(/正在上传 50%/)).toBeVisible();
  await field.getByRole('button', { name: '取消上传并移除 乙.txt' }).click();
  await expect.element(row('乙.txt')).not.toBeInTheDocument();
  // Its place goes to the next file.
  await expect.poll(() => TestUpload.of('丙.txt')).toBeDefined();
  TestUpload.of('甲.txt')?.answer(502, {});
  TestUpload.of('丙.txt')?.answer(200, { uri: 'stored-3', name: '丙.txt', size: 6 });
  await expect.element(field.getByText('已上传 1 个文件，1 个失败').last()).toBeVisible();
  await field.getByRole('button', { name: '重试 甲.txt' }).click();
  await expect.poll(() => TestUpload.sent.filter(({ name }) => name === '甲.txt').length).toBe(2);
  TestUpload.of('甲.txt')?.answer(200, { uri: 'stored-1', name: '甲.txt', size: 6 });
  await expect.element(field.getByText('已上传 2 个文件')).toBeInTheDocument();
});
