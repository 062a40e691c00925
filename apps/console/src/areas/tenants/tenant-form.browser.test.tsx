import type { Api } from '@sealflow/sdk/api.client.ts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showTenantScreen } from '../../../testing/tenant-screen.tsx';
import { applyLanguage } from '../../i18n/index.ts';
import { zh } from '../../i18n/zh.ts';
import { TenantForm } from './tenant-form.component.tsx';
import type { Tenant } from './tenants.queries.ts';

const { common, settings: texts } = zh;

const tenant: Tenant = {
  tid: 't1',
  name: '甲公司',
  logo: null,
  serviceVersion: '16.2',
  namespace: null,
  otherClientsAllowed: false,
  serviceAPI: null,
  isLocal: true,
  secondFactor: 'none',
  exactPages: 'ask',
  renditions: false,
  fullTextSearch: true,
  printingMaxLevel: null,
  insightOnPeople: false,
  messageDays: null,
  applicationDays: null,
  archiveApplications: false,
  key: 'lk1',
  state: 'active',
  createAt: 0,
  members: 3,
};

let hide = () => {};
beforeAll(() => applyLanguage('zh'));
afterEach(() => hide());

it('sets the level up to which documents may be printed, from the classifications of the organisation', async () => {
  const changes: unknown[] = [];
  const api = {
    call: async () => ({
      total: 2,
      data: [
        { level: 1, name: '内部' },
        { level: 2, name: '机密' },
      ],
    }),
    open: async (_name: string, { body }: { body: Partial<Tenant> }) => {
      changes.push(body);
      return Response.json({ data: { ...tenant, ...body } }, { headers: { ETag: '"2"' } });
    },
  } as unknown as Api;
  hide = showTenantScreen(
    <>
      <TenantForm formID="form" version={{ value: tenant, tag: '"1"' }} />
      <button type="submit" form="form">
        {common.save}
      </button>
    </>,
    { area: 'tenants', api },
  );
  const printing = page.getByRole('button', { name: new RegExp(texts.printing) });
  await expect.element(printing.getByText(texts.printingUpTo(null))).toBeVisible();
  await printing.click();
  await page.getByRole('option', { name: texts.printingUpTo(2) }).click();
  await expect.element(printing.getByText(texts.printingUpTo(2))).toBeVisible();
  await page.getByRole('button', { name: common.save }).click();
  await expect.poll(() => changes).toEqual([{ printingMaxLevel: 2 }]);
  // The saved level is the one that the form shows, and can be taken back.
  await printing.click();
  await userEvent.keyboard('{Home}{Enter}');
  await page.getByRole('button', { name: common.save }).click();
  await expect.poll(() => changes.at(-1)).toEqual({ printingMaxLevel: null });
});
