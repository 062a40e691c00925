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

/** Shows the form of an organisation with these classifications. @returns the changes that it sends. */
function showForm(levels: readonly { level: number; name: string }[]): readonly unknown[] {
  const changes: unknown[] = [];
  const api = {
    call: async () => ({ total: levels.length, data: levels }),
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
  return changes;
}

it('sets the level up to which documents may be printed, from the classifications of the organisation', async () => {
  const changes = showForm([
    { level: 1, name: '内部' },
    { level: 2, name: '机密' },
  ]);
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

it('asks before it shortens the retention of an organisation, and refuses too few days', async () => {
  const changes = showForm([]);
  const days = page.getByLabelText(texts.messageDays);
  const save = page.getByRole('button', { name: common.save });
  await days.fill('29');
  await expect.element(page.getByText(texts.daysBetween(30, 36_500))).toBeVisible();
  await save.click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await days.fill('90');
  await save.click();
  const dialog = page.getByRole('alertdialog', { name: texts.confirmTitle });
  const effect = texts.effects.messagesKept(3, 0, { messageDays: 90, applicationDays: null });
  await expect.element(dialog.getByText(effect)).toBeVisible();
  await dialog.getByRole('button', { name: common.cancel }).click();
  expect(changes).toEqual([]);
  await save.click();
  await dialog.getByRole('button', { name: common.save }).click();
  await expect.poll(() => changes).toEqual([{ messageDays: 90 }]);
  await expect.element(dialog).not.toBeInTheDocument();
});
