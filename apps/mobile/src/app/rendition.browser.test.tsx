import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { zipOf } from '@sealflow/viewers/testing/sample-zip.ts';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { rangeAnswer } from '../../testing/platform/range-answer.ts';
import { createRecord } from '../../testing/platform/records.ts';
import { type Answers, json, userWith } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { localDatabase } from '../platform/database/local-database.compose.ts';
import { recentFilesOf } from '../platform/documents/recent-files.repository.ts';

const pages = richPdf({ pages: [{ lines: ['由服务转换的页面'] }], chapters: [] });
const renderCall = 'POST /api/v1/tenants/t1/files/original/actions/render';
const preview = page.getByRole('dialog', { name: '文档预览' });
const exactPages = preview.getByRole('button', { name: '精确版式' }).first();

let mounted: Mounted | undefined;

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
  vi.unstubAllGlobals();
});

/** Opens a file of an application that has no light viewer. The browser of the test cannot isolate the page, like a phone. */
async function openFlowFile(renditions: boolean, rendition: object) {
  const odt = await zipOf(
    { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' },
    { level: 0 },
  );
  const files = new Map<string, Uint8Array>([
    ['original', odt],
    ['rendition', pages],
  ]);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    const [, name = ''] = /\/api\/v1\/files\/(\w+)/.exec(address) ?? [];
    const bytes = files.get(name);
    return bytes ? rangeAnswer(bytes, new Headers(init?.headers)) : fetch(input, init);
  });
  const platform = createMemoryPlatform();
  await recentFilesOf(await localDatabase(platform), 'a1').upsert(
    createRecord({
      fileID: 'f1',
      fileWholeName: '纪要.odt',
      isFlowFile: 1,
      flowFileURL: 'original',
      flowFileName: '纪要.odt',
      tid: 't1',
    }),
    'recent',
  );
  await storeSession(platform);
  const answers: Answers = {
    ...memberAnswers,
    'GET /api/v1/tenants/t1/current-user': () => json({ ...userWith('users'), renditions }),
    'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
    [renderCall]: () => json({ data: rendition }),
  };
  mounted = await mountApp({ path: '/document', platform, answers });
  await page.getByRole('main').getByRole('button', { name: '纪要.odt', exact: false }).first().click();
  await exactPages.click();
}

it('opens the pages that the service makes where the device cannot draw them', async () => {
  await openFlowFile(true, { state: 'ready', uri: 'rendition', reason: null });
  await expect.element(preview.getByText('由服务转换的页面')).toBeInTheDocument();
});

it('says why the service could not make them', async () => {
  await openFlowFile(true, { state: 'failed', uri: null, reason: 'file.rendition_too_slow' });
  await expect.element(page.getByText('转换此文档用时过长，已停止，仍可使用快速视图')).toBeVisible();
});

it('asks the service for nothing if the organisation does not let it convert', async () => {
  await openFlowFile(false, {});
  await expect.element(page.getByText(/此浏览器无法隔离页面/)).toBeVisible();
  expect(mounted?.requests).not.toContain(renderCall);
});
