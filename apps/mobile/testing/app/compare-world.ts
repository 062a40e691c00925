import { OBLIGATIONS } from '@sealflow/tdf/kas';
import { seal } from '@sealflow/tdf/writer';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { collect, kasFetch, makeKas, sealOptions, type TestKas } from '../../../../packages/tdf/tests/kit.ts';
import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import { json, twoTenants } from '../session/answers.ts';
import { documentRow, storeDocument } from './document-world.ts';
import { memberAnswers } from './member-answers.ts';
import { mountApp } from './mount.tsx';
import { storeSession } from './store-session.ts';

const tenant = { ...twoTenants[0], mobileAppLicense: { entKey: { key: 'lk1' } } };
/** The comparison over everything else. */
export const layer = page.getByRole('dialog', { name: '比较文档' });
const row = (name: string) => page.getByRole('checkbox', { name, exact: false });

const findWithdrawn = 'POST /api/v1/tenants/t1/user-documents/actions/find-withdrawn';

let unmount: (() => void) | undefined;
/** The clock of the device. */
export const clock = { now: Date.now() };

/** Ends the app that `mountSealed` has mounted. */
export function closeComparison(): void {
  unmount?.();
  unmount = undefined;
  vi.unstubAllGlobals();
}

/** The service's answers about licences. A test may change them at any time. */
type Licences = {
  leaseEnd: number | null;
  obligations: readonly string[];
  withdrawn: readonly string[];
  requests: string[];
};

/** Two versions of a contract: name, id of the document, and text. */
export const documents = [
  [
    '旧合同.txt',
    '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a11',
    '采购合同\n第一条 付款期限三十日\n第二条 交货\n第三条 违约\n',
  ],
  [
    '新合同.txt',
    '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a12',
    '采购合同\r\n第一条 付款期限四十五日\r\n第二条  交货\r\n第三条 违约\r\n第四条 保密\r\n',
  ],
] as const;

async function sealed(kas: TestKas, [name, uuid, text]: (typeof documents)[number]) {
  const options = sealOptions(kas, new TextEncoder().encode(text));
  const policy = { ...options.policy, uuid };
  return collect(seal({ ...options, name, policy, mimeType: 'text/plain' }).stream);
}

/** Mounts the app on a device with both sealed versions. */
export async function mountSealed() {
  // A busy machine loads the modules of a file long before its first test, and the service refuses requests of an old clock.
  clock.now = Date.now();
  const platform = createMemoryPlatform({ now: () => clock.now });
  platform.screen.canBlock = true;
  const device = await platform.deviceKeys.ensure();
  const kas = { ...(await makeKas()), platformUrl: `${location.origin}/otdf/t1` };
  const licences: Licences = {
    leaseEnd: null,
    obligations: [OBLIGATIONS.watermark],
    withdrawn: [],
    requests: [],
  };
  const real = fetch;
  vi.stubGlobal('fetch', (...[input, init]: Parameters<typeof fetch>) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith('/otdf/')) return real(input, init);
    licences.requests.push(pathname);
    // The first licence has no end.
    const leaseEnd = licences.requests.length === 1 ? null : licences.leaseEnd;
    const terms = { leaseEnd, obligations: licences.obligations, issuedAt: clock.now };
    return kasFetch(kas, device, terms)(input, init);
  });
  for (const document of documents) await storeDocument(platform, document[0], await sealed(kas, document));
  await storeSession(platform, [tenant]);
  const answers = {
    ...memberAnswers,
    [findWithdrawn]: () => json({ data: { documentIDs: licences.withdrawn } }),
  };
  const mounted = await mountApp({ path: '/document', platform, answers });
  unmount = mounted.unmount;
  return { platform, licences, requests: mounted.requests };
}

/** Selects both documents in the list, the old one first. */
export async function compareSelected() {
  const names = documents.map(([name]) => name);
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
