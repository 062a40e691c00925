import { PERMISSIONS } from '@sealflow/tdf/kas';
import { withPrintMedia } from '@sealflow/viewers/testing/print-media.ts';
import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { inked } from '@sealflow/viewers/testing/stage.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DOCUMENT_ID, KID, kasFetch, makeKas } from '../../../../packages/tdf/tests/kit.ts';
import { type OpenedDocument, openDocument, preview } from '../../testing/app/document-world.ts';
import { sealedFor } from '../../testing/platform/service.ts';
import { type Answers, nothing, refusal, twoTenants } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';

const record = `POST /api/v1/tenants/t1/user-documents/${DOCUMENT_ID}/actions/print`;
// The first page is blank, so that its ink is the watermark.
const contract = richPdf({
  pages: [{ lines: [] }, ...Array.from({ length: 3 }, (_, index) => ({ lines: [`第${index + 2}页`] }))],
});
const issuedAt = 1_700_000_000_000;
const tenant = {
  ...twoTenants[0],
  mobileAppLicense: { entKey: { key: KID.slice(0, KID.indexOf('.')) } },
};
const printButton = preview.getByRole('button', { name: '打印…' });
const dialog = page.getByRole('dialog', { name: '打印文档' });
/** A picture that loads. */
const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const printed = vi.fn<(images: readonly HTMLImageElement[]) => void>();

let opened: OpenedDocument | undefined;

beforeEach(async () => {
  await page.viewport(1000, 800);
  printed.mockReset();
  vi.spyOn(window, 'print').mockImplementation(() =>
    printed([...document.querySelectorAll('img')].filter(isPage)),
  );
});
afterEach(async () => {
  opened?.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await page.viewport(390, 844);
});

const isPage = (image: HTMLImageElement) => image.closest('.print-pages') !== null;
const endDialog = () => window.dispatchEvent(new Event('afterprint'));

/** Whether nothing that was drawn for paper is in the page. */
const isClean = () =>
  document.querySelector('.print-pages, img[src^="data:image/jpeg"]') === null &&
  !document.documentElement.hasAttribute('data-printing');

/** Opens a sealed document whose licence has the permissions. */
async function openSealed(permissions: readonly string[], answers: Answers = {}): Promise<void> {
  const platform = createMemoryPlatform();
  const device = await platform.deviceKeys.ensure();
  const kas = await makeKas();
  const { fetch } = globalThis;
  const answerOfKas = kasFetch(kas, device, { permissions, issuedAt });
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    return (address.endsWith('/otdf/t1/kas.AccessService/Rewrap') ? answerOfKas : fetch)(input, init);
  });
  const sealed = await sealedFor({ kas }, contract);
  opened = await openDocument('合同.tdf', sealed, { platform, answers, tenants: [tenant] });
  await expect.element(preview.getByText('第2页').first()).toBeInTheDocument();
}

const print = async (pages: string) => {
  await printButton.click();
  await dialog.getByRole('textbox').fill(pages);
  await dialog.getByRole('button', { name: '打印…' }).click();
};

it('is not offered without the permission, and the keys say why', async () => {
  await openSealed([]);
  expect(printButton.query()).toBeNull();
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.element(page.getByText('您对此文档的使用许可不包含打印，请联系管理员')).toBeVisible();
  expect(window.print).not.toHaveBeenCalled();
});

it('is not offered for a file without a licence, and the browser itself prints a notice instead', async () => {
  opened = await openDocument('合同.pdf', contract);
  await expect.element(preview.getByText('第2页').first()).toBeInTheDocument();
  expect(printButton.query()).toBeNull();
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.element(page.getByText(/此文件未受组织保护/)).toBeVisible();
  const isDrawn = (element: Element) => getComputedStyle(element).display !== 'none';
  const printedTexts = await withPrintMedia(() =>
    [...document.body.children].filter(isDrawn).map(({ textContent }) => textContent),
  );
  expect(printedTexts).toEqual([expect.stringContaining('文档不能用浏览器直接打印')]);
  opened.close();
  const isGuarded = () => document.documentElement.hasAttribute('data-document-open');
  expect([document.querySelector('.print-notice'), isGuarded()]).toEqual([null, false]);
});

it('prints the chosen pages with the watermark in their pixels, after the service has recorded it', async () => {
  const bodies: unknown[] = [];
  await openSealed([PERMISSIONS.print], {
    [record]: async (request) => {
      expect(window.print).not.toHaveBeenCalled();
      bodies.push(await request.json());
      return nothing();
    },
  });
  const inks: number[] = [];
  printed.mockImplementation((images) => {
    for (const image of images) {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      inks.push(inked(canvas) / (canvas.width * canvas.height));
    }
  });
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.element(dialog.getByText(/记入组织的审计/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox')).toHaveValue('1-4');
  await dialog.getByRole('textbox').fill('1-9');
  await dialog.getByRole('button', { name: '打印…' }).click();
  await expect.element(dialog.getByText('请输入 1 到 4 之间的页码或范围，如 2-5')).toBeVisible();
  await dialog.getByRole('textbox').fill('1-2');
  await dialog.getByRole('button', { name: '打印…' }).click();
  await vi.waitFor(() => expect(inks).toHaveLength(2), 5000);
  for (const ink of inks) expect(ink).toBeGreaterThan(0.005);
  expect(bodies).toEqual([{ pages: 2, licenceIssuedAt: issuedAt }]);
  await expect.element(dialog.getByText(/请在浏览器的打印窗口中继续/)).toBeVisible();
  endDialog();
  await vi.waitFor(() => expect(isClean()).toBe(true));
  await expect.poll(() => dialog.query()).toBeNull();
});

it('prints nothing without the record: the service refuses it, or there is no network', async () => {
  await openSealed([PERMISSIONS.print], { [record]: () => refusal('key.printing_not_allowed', 403) });
  await print('2');
  await expect.element(page.getByText(/所在组织不允许打印此文档/)).toBeVisible();
  expect([printed.mock.calls.length, isClean(), dialog.query()]).toEqual([0, true, null]);
  opened?.platform.setOnline(false);
  await printButton.click();
  await expect.element(page.getByText('打印需要先登记，请连接网络后重试')).toBeVisible();
  expect(dialog.query()).toBeNull();
});

it('leaves nothing when it is cancelled, finished or the document is closed', async () => {
  const recorded = vi.fn<() => Response>(nothing);
  await openSealed([PERMISSIONS.print], { [record]: recorded });
  // Cancelled while the first page is drawn.
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementationOnce(() => {
    const cancel = [...document.querySelectorAll('dialog button')].find((one) => one.textContent === '取消');
    cancel?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return onePixel;
  });
  await print('1-4');
  await expect.poll(() => dialog.query()).toBeNull();
  await print('2-3');
  await vi.waitFor(() => expect(printed.mock.lastCall?.[0]).toHaveLength(2), 5000);
  expect([recorded.mock.calls.length, printed.mock.calls.length, isClean()]).toEqual([1, 1, false]);
  await dialog.getByRole('button', { name: '完成' }).click();
  await vi.waitFor(() => expect(isClean()).toBe(true));
  await print('2');
  await vi.waitFor(() => expect(printed.mock.lastCall?.[0]).toHaveLength(1), 5000);
  opened?.close();
  await vi.waitFor(() => expect(isClean()).toBe(true));
});
