import type { Body } from '@sealflow/contract';
import type { Api } from '@sealflow/sdk/api.client.ts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showTenantScreen } from '../../../testing/tenant-screen.tsx';
import { applyLanguage } from '../../i18n/index.ts';
import { zh } from '../../i18n/zh.ts';
import { bulkCall, devicesCall } from './devices.queries.ts';
import DevicesScreen from './devices.screen.tsx';

const { common, devices: texts, shell } = zh;
const day = Date.UTC(2026, 10, 20);
const device = (id: string, fid: string, person: string) => ({
  id,
  name: `手机 ${id}`,
  platform: 'android' as const,
  member: { fid, name: person },
  createAt: day,
  lastSeenAt: day,
  withdrawnAt: null,
});
const listed = [device('d1', 'f1', '张伟'), device('d2', 'f2', '李娜')];

/** The queries of the list, and the devices of each bulk call. */
let queries: unknown[] = [];
let calls: string[][] = [];
let hide = () => {};

beforeAll(() => applyLanguage('zh'));
afterEach(() => hide());

type Options = { readonly query?: object; readonly body?: Body<typeof bulkCall> };

/** A service that refuses to withdraw the device of 李娜. */
const service = (async (name: string, { query, body }: Options = {}) => {
  if (name === devicesCall) {
    queries.push(query);
    return { total: listed.length, data: listed };
  }
  if (name === bulkCall) {
    const ids = (body?.devices ?? []).map(({ fid, deviceID }) => `${fid}/${deviceID}`);
    calls.push(ids);
    return {
      data: ids.map((id) =>
        id === 'f2/d2' ? { id, ok: false, code: 'admin.beyond_own_rights', params: {} } : { id, ok: true },
      ),
    };
  }
  return { total: 0, data: [] };
}) as Api['call'];

function show(search = ''): void {
  queries = [];
  calls = [];
  hide = showTenantScreen(<DevicesScreen />, {
    area: 'devices',
    search,
    api: { call: service } as unknown as Api,
  });
}

it('asks the service for what the address says', async () => {
  show('?q=李&platform=ios&state=withdrawn&used=not30&sort=createAt');
  await expect.element(page.getByRole('rowheader', { name: '李娜' })).toBeVisible();
  expect(queries.at(-1)).toMatchObject({
    keyword: '李',
    platform: 'ios',
    state: 'withdrawn',
    seenTo: expect.any(Number),
    sort: 'createAt',
  });
});

it('withdraws several devices after their number is typed, and shows the result of each', async () => {
  show();
  await expect.element(page.getByRole('grid', { name: shell.areas.devices })).toBeVisible();
  (page.getByRole('checkbox').first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await page.getByRole('button', { name: texts.withdraw }).click();
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: texts.withdraw });
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: common.typeToConfirm('2') }).fill('2');
  await confirm.click();
  await expect.element(page.getByText(common.bulkResult.done(1))).toBeVisible();
  await expect.element(page.getByText(common.bulkResult.failed(1))).toBeVisible();
  await expect.element(page.getByText('李娜 · 手机 d2')).toBeVisible();
  expect(calls).toEqual([['f1/d1', 'f2/d2']]);
});
