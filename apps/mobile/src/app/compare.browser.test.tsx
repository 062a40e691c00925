import { OBLIGATIONS } from '@sealflow/tdf/kas';
import { seal } from '@sealflow/tdf/writer';
import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { collect, kasFetch, makeKas, sealOptions, type TestKas } from '../../../../packages/tdf/tests/kit.ts';
import { documentRow, openDocument, preview, storeDocument } from '../../testing/app/document-world.ts';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { mountApp } from '../../testing/app/mount.tsx';
import { storeSession } from '../../testing/app/store-session.ts';
import { twoTenants } from '../../testing/session/answers.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../platform/adapters/memory/index.ts';
import { useSessionStore } from '../platform/session/index.ts';

const tenant = { ...twoTenants[0], mobileAppLicense: { entKey: { key: 'lk1' } } };
const utf8 = (text: string) => new TextEncoder().encode(text);
const layer = page.getByRole('dialog', { name: '比较文档' });
const row = (name: string) => page.getByRole('checkbox', { name, exact: false });
const text = () => layer.element().textContent;
const marks = (kind: 'ins' | 'del') =>
  Array.from(layer.element().querySelectorAll(kind), ({ textContent }) => textContent);
const watermark = () => layer.element().querySelector('svg pattern')?.textContent ?? '';

let close: (() => void) | undefined;
let time = Date.now();

/** The service's answers about licences. A test may change them at any time. */
type Licences = { leaseEnd: number | null; obligations: readonly string[]; requests: string[] };

const documents = [
  ['旧合同.txt', '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a11'],
  ['新合同.txt', '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a12'],
] as const;

async function sealed(
  kas: TestKas,
  [name, uuid]: (typeof documents)[number],
  content: Uint8Array<ArrayBuffer>,
) {
  const options = sealOptions(kas, content);
  const policy = { ...options.policy, uuid };
  return collect(seal({ ...options, name, policy, mimeType: 'text/plain' }).stream);
}

/** Mounts the app on a device with two sealed versions of a text. */
async function mountSealed(old: string, fresh: string) {
  const platform = createMemoryPlatform({ now: () => time });
  platform.screen.canBlock = true;
  const device = await platform.deviceKeys.ensure();
  const kas = { ...(await makeKas()), platformUrl: `${location.origin}/otdf/t1` };
  const licences: Licences = { leaseEnd: null, obligations: [OBLIGATIONS.watermark], requests: [] };
  const real = fetch;
  vi.stubGlobal('fetch', (...[input, init]: Parameters<typeof fetch>) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith('/otdf/')) return real(input, init);
    licences.requests.push(pathname);
    // The first licence has no end.
    const leaseEnd = licences.requests.length === 1 ? null : licences.leaseEnd;
    const terms = { leaseEnd, obligations: licences.obligations, issuedAt: time };
    return kasFetch(kas, device, terms)(input, init);
  });
  const contents = [utf8(old), utf8(fresh)];
  for (const [index, document] of documents.entries())
    await storeDocument(platform, document[0], await sealed(kas, document, contents[index]!));
  await storeSession(platform, [tenant]);
  const mounted = await mountApp({ path: '/document', platform, answers: memberAnswers });
  close = mounted.unmount;
  return { platform, licences, requests: mounted.requests };
}

/** Selects both documents in the list, the old one first. */
async function compareSelected(names: readonly string[] = documents.map(([name]) => name)) {
  await expect.element(documentRow(names[0] ?? '')).toBeVisible();
  await page.getByRole('button', { name: '更多' }).first().click();
  await page.getByRole('menuitem', { name: '选择' }).click();
  for (const name of names) {
    expect(page.getByRole('button', { name: '比较', exact: true }).query()).toBeNull();
    await row(name).click();
  }
  await page.getByRole('button', { name: '比较', exact: true }).click();
  await expect.element(layer).toBeVisible();
}

beforeEach(() => page.viewport(1200, 800));
afterEach(async () => {
  close?.();
  close = undefined;
  time = Date.now();
  vi.unstubAllGlobals();
  await page.viewport(390, 844);
});

const old = '采购合同\n第一条 付款期限三十日\n第二条 交货\n第三条 违约\n';
const fresh = '采购合同\r\n第一条 付款期限四十五日\r\n第二条  交货\r\n第三条 违约\r\n第四条 保密\r\n';

describe('comparison of two sealed texts', () => {
  it('shows what differs, in columns and under the watermark, and asks for nothing but the licences', async () => {
    const { licences, requests } = await mountSealed(old, fresh);
    await compareSelected();
    await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
    expect(marks('del')).toEqual(['三', ' ']);
    expect(marks('ins').slice(0, 2)).toEqual(['四', '五']);
    expect(text()).toContain('已添加，第 5 行：第四条 保密');
    expect(watermark()).toContain('Li Ming');
    expect(layer.element().querySelector('[data-copy]')).not.toBeNull();
    expect(licences.requests).toEqual(Array(2).fill('/otdf/t1/kas.AccessService/Rewrap'));
    // Rows of both documents stand side by side.
    const cells = Array.from(layer.element().querySelectorAll('[data-kind="removed"]'), (cell) =>
      cell.getBoundingClientRect(),
    );
    const added = layer.element().querySelector('[data-kind="added"] ins')?.getBoundingClientRect();
    expect(added?.left).toBeGreaterThan(cells.at(-1)!.right);
    // The app is at rest when the comparison is opened again.
    window.history.back();
    await expect.poll(() => layer.query()).toBeNull();
    const before = requests.length;
    window.history.forward();
    await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
    expect(licences.requests).toHaveLength(4);
    // The channel of events asks again after a pause, whatever is shown.
    expect(requests.slice(before).filter((one) => one !== 'GET /api/v1/events')).toEqual([]);
  });

  it('goes through the changes by keys and buttons, ignores white space and swaps the sides', async () => {
    await mountSealed(old, fresh);
    await compareSelected();
    const at = (change: number, count: number) => layer.getByText(`第 ${change} 处差异，共 ${count} 处`);
    await expect.element(at(1, 2)).toBeInTheDocument();
    await userEvent.keyboard('n');
    await expect.element(at(2, 2)).toBeInTheDocument();
    expect(layer.element().querySelector('[data-current]')?.textContent).toContain('保密');
    await userEvent.keyboard('n');
    await expect.element(at(1, 2)).toBeInTheDocument();
    await userEvent.keyboard('p');
    await expect.element(at(2, 2)).toBeInTheDocument();
    await layer.getByRole('button', { name: '交换左右' }).click();
    await expect.element(layer.getByText('旧：新合同.txt', { exact: false })).toBeVisible();
    expect(text()).toContain('已删除，第 5 行：第四条 保密');
    await layer.getByRole('button', { name: '忽略空格' }).click();
    await expect
      .element(layer.getByRole('button', { name: '忽略空格' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => marks('del').includes('  ')).toBe(false);
    expect(marks('ins').concat(marks('del'))).not.toContain(' ');
  });

  it('is one column on a phone, and back leads to the list', async () => {
    await page.viewport(390, 844);
    await mountSealed(old, fresh);
    await compareSelected();
    await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
    const [removed, added] = ['removed', 'added'].map((kind) =>
      layer.element().querySelector(`li [data-kind="${kind}"]`)!.getBoundingClientRect(),
    );
    expect(added!.left).toBe(removed!.left);
    expect(added!.top).toBeGreaterThanOrEqual(removed!.bottom);
    window.history.back();
    await expect.poll(() => layer.query()).toBeNull();
    expect(location.search).toBe('');
    await expect.element(documentRow('旧合同.txt')).toBeVisible();
  });

  it('ends with the lease of one of the documents, and says so', async () => {
    const { licences } = await mountSealed(old, fresh);
    licences.leaseEnd = time + 60_000;
    await compareSelected();
    await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
    time += 60_001;
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(layer.getByText('离线授权已到期')).toBeVisible();
    await expect.element(layer.getByText(/^无法比较：/)).toBeVisible();
    expect(document.body.textContent).not.toContain('违约');
  });

  it('blocks captures and copying while one of the documents forbids them, and ends at sign-out', async () => {
    const { licences, platform } = await mountSealed(old, fresh);
    licences.obligations = [OBLIGATIONS.watermark, OBLIGATIONS.noCapture];
    await compareSelected();
    await expect.element(layer.getByText('第 1 处差异，共 2 处')).toBeInTheDocument();
    expect(platform.screen.isBlocked).toBe(true);
    // The text cannot leave the app then.
    expect(layer.element().querySelector('[data-copy]')).toBeNull();
    const copy = new ClipboardEvent('copy', { bubbles: true, cancelable: true });
    layer.element().querySelector('del')?.dispatchEvent(copy);
    expect(copy.defaultPrevented).toBe(true);
    useSessionStore.setState({ session: { phase: 'signedOut', expired: null } as never });
    await expect.poll(() => layer.query()).toBeNull();
    await expect.poll(() => platform.screen.isBlocked).toBe(false);
    expect(document.body.textContent).not.toContain('违约');
  });
});

describe('comparison from the preview', () => {
  const pdf = (...pages: readonly (readonly string[])[]) =>
    richPdf({ pages: pages.map((lines) => ({ lines })) });
  const choose = async (
    name: string,
    answers: readonly [string, Uint8Array<ArrayBuffer>],
    store: MemoryPlatform,
  ) => {
    const opened = await openDocument(name, answers[1], { platform: store });
    close = opened.close;
    await preview.getByRole('button', { name: '与其他文档比较' }).click();
    await page
      .getByRole('dialog', { name: '选择要比较的文档' })
      .getByRole('button', { name: answers[0], exact: false })
      .click();
  };

  it('compares PDF by their text and names the pages', async () => {
    const platform = createMemoryPlatform();
    await storeDocument(platform, '旧版.pdf', pdf(['甲方应在三十日内', '付款。'], ['第二条 交货']));
    await choose(
      '新版.pdf',
      ['旧版.pdf', pdf(['甲方应在三十日', '内付款。'], ['第二条 验收交货'])],
      platform,
    );
    await expect.element(layer.getByText('第 1 处差异，共 1 处')).toBeInTheDocument();
    expect(marks('ins')).toEqual(['验收']);
    expect(text()).toContain('已添加，第 2 页：第二条 验收交货');
    await expect.element(layer.getByText('旧：旧版.pdf', { exact: false })).toBeVisible();
    window.history.back();
    await expect.element(preview.getByRole('heading', { level: 1, name: '新版.pdf' })).toBeVisible();
  });

  it('says which formats can be compared', async () => {
    const platform = createMemoryPlatform();
    await storeDocument(platform, '图.svg', utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await choose('新版.txt', ['图.svg', utf8('甲')], platform);
    await expect.element(layer.getByText('只能比较文本文件和 PDF')).toBeVisible();
    await expect.element(layer.getByText('“图.svg”是其他格式', { exact: false })).toBeVisible();
  });
});
