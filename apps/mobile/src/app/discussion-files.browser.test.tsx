import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { button, close, decisions, now, open, where } from '../../testing/app/work-world.ts';
import { type Answers, json, nothing, offline, twoTenants } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import type { PickedFile } from '../platform/index.ts';

/** The uploads of a page, which the test answers. `fetch` reports no progress, so uploads use XMLHttpRequest. */
class Upload extends EventTarget {
  static readonly all: Upload[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  responseType = '';
  isAborted = false;
  file: File | undefined;
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(form: FormData): void {
    this.file = form.get('file1') as File;
    Upload.all.push(this);
  }
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded }));
  }
  answer(status: number, body: object): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event('load'));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

const picked = (name: string): PickedFile => ({
  name,
  size: 4,
  modifiedAt: 0,
  read: async (offset, length) => new TextEncoder().encode('文本').slice(offset, offset + length),
});
const comments = '/api/v1/tenants/t1/flows/f1/comments';
const comment = (more: object) => ({
  id: 'c1',
  author: { fid: 'u2', name: '张伟' },
  text: '',
  mentions: [],
  createAt: now,
  ...more,
});
const none: Answers = {
  'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
  'GET /api/v1/uploads/*': () => json({}, 404),
  [`GET ${comments}`]: () => json({ total: 0, data: [] }),
};
async function openWith(picks: readonly PickedFile[], own: Answers = {}) {
  const platform = createMemoryPlatform({ picks });
  await storeSession(platform, [twoTenants[0]]);
  await open('/flowinfo16?flowID=f1', { ...none, ...own }, twoTenants[0], platform);
  return platform;
}
const field = () => page.getByRole('textbox', { name: '添加评论' });
const attached = () => page.getByRole('list', { name: '附件' });
async function uploads(count: number): Promise<Upload[]> {
  await expect.poll(() => Upload.all.length).toBe(count);
  return Upload.all;
}

beforeAll(() => page.viewport(360, 740));
beforeEach(() => {
  Upload.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', Upload);
});
afterEach(() => {
  vi.unstubAllGlobals();
  close();
});

it('sends a comment with its files, and a failed file leaves the text and the others', async () => {
  const { sent, answer } = decisions(() => json({ data: comment({}) }));
  await openWith([picked('甲.txt'), picked('乙.txt')], { [`POST ${comments}`]: answer });
  await field().fill('请看附件');
  await button('添加附件').click();
  const [one, two] = await uploads(2);
  one?.progress(2);
  await expect.element(attached().getByText(/正在上传 50%/)).toBeVisible();
  await expect.element(button('发送')).toBeDisabled();
  await expect.element(button('发送')).toHaveAccessibleDescription(/附件全部上传后可发送/);
  one?.answer(200, { uri: 'uri-a' });
  two?.answer(422, { code: 'file.infected', message: 'file infected' });
  await expect.element(attached().getByRole('alert')).toBeVisible();
  await expect.element(attached().getByText(/已上传/)).toBeVisible();
  await expect.element(field()).toHaveValue('请看附件');
  await button('移除 乙.txt').click();
  await expect.element(field()).toHaveFocus();
  await button('发送').click();
  await expect.element(field()).toHaveValue('');
  await expect.element(attached()).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ text: '请看附件', mentions: [], files: ['uri-a'] }]);
});

it('cancels an upload, retries a failed one, and continues when the network returns', async () => {
  const platform = await openWith([picked('甲.txt')]);
  await button('添加附件').click();
  const [first] = await uploads(1);
  await button('取消上传并移除 甲.txt').click();
  expect(first?.isAborted).toBe(true);
  await expect.element(attached()).not.toBeInTheDocument();
  await button('添加附件').click();
  const [, second] = await uploads(2);
  platform.setOnline(false);
  second?.fail();
  await expect.element(attached().getByText(/等待网络/)).toBeVisible();
  platform.setOnline(true);
  const [, , third] = await uploads(3);
  // The key of the file is the same: the service stores it once.
  expect(third?.headers['Idempotency-Key']).toBe(second?.headers['Idempotency-Key']);
  third?.answer(503, { code: 'app.unknown_error', message: '' });
  await button('重试 甲.txt').click();
  const [, , , fourth] = await uploads(4);
  fourth?.answer(200, { uri: 'uri-a' });
  await expect.element(button('发送')).toBeEnabled();
});

it('keeps text, files and the attempt while the app is killed, and sends one comment', async () => {
  const lost = decisions(offline as () => Response);
  const platform = await openWith([picked('甲.txt')], { [`POST ${comments}`]: lost.answer });
  await field().fill('请看');
  await button('添加附件').click();
  const [one] = await uploads(1);
  close();
  await open(
    '/flowinfo16?flowID=f1',
    { ...none, [`POST ${comments}`]: lost.answer },
    twoTenants[0],
    platform,
  );
  // The copy on the device is uploaded again under the same key.
  const [, again] = await uploads(2);
  expect(again?.headers['Idempotency-Key']).toBe(one?.headers['Idempotency-Key']);
  again?.answer(200, { uri: 'uri-a' });
  await button('发送').click();
  await expect.poll(() => lost.sent.length).toBe(1);
  await expect.element(field()).toHaveValue('请看');
  close();
  const { sent, answer } = decisions(() => json({ data: comment({}) }));
  await open('/flowinfo16?flowID=f1', { ...none, [`POST ${comments}`]: answer }, twoTenants[0], platform);
  await button('发送').click();
  await expect.element(field()).toHaveValue('');
  expect(sent).toEqual([{ ...lost.sent[0], key: lost.sent[0]?.key }]);
});

it('adds five files at most, also pasted ones, and says so', async () => {
  await openWith([]);
  const transfer = new DataTransfer();
  for (let index = 0; index < 6; index += 1) transfer.items.add(new File(['x'], `${index}.txt`));
  await field().click();
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: transfer }));
  await expect.element(page.getByText('每条评论最多 5 个附件，其余的没有添加')).toBeVisible();
  expect(attached().getByRole('listitem').elements()).toHaveLength(5);
  await expect.element(button('添加附件')).toBeDisabled();
  await userEvent.click(button(/0\.txt$/));
  await expect.element(button('添加附件')).toBeEnabled();
});

it('shows the files of a comment, which open in the preview', async () => {
  const files = [
    {
      uri: 'uri-a',
      name: '依据.pdf',
      size: 2048,
      mimeType: 'application/pdf',
      sha256: 'ab'.repeat(32),
      encrypted: true,
    },
  ];
  await openWith([], {
    [`GET ${comments}`]: () => json({ total: 1, data: [comment({ files })] }),
    'GET /api/v1/files/uri-a': nothing,
  });
  const list = page.getByRole('list', { name: '张伟 的附件' });
  await list.getByRole('button', { name: /依据.pdf/ }).click();
  await expect.poll(where).toMatch(/preview=[^&]*uri-a/);
});
