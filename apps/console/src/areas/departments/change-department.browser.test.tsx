import type { Api } from '@sealflow/sdk/api.client.ts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showTenantScreen } from '../../../testing/tenant-screen.tsx';
import { applyLanguage } from '../../i18n/index.ts';
import { zh } from '../../i18n/zh.ts';
import type { Department } from '../../platform/directory.queries.ts';
import { useLiveChanges } from '../../platform/live/live.hook.ts';
import DepartmentsScreen from './departments.screen.tsx';

const { common, departments: texts } = zh;
const notice = common.changedMeanwhile;

let department: Department;
/** The bodies of the changes that the console sent. */
let changes: unknown[] = [];
let emit = (_event: object) => {};
let hide = () => {};

beforeAll(() => applyLanguage('zh'));
afterEach(() => hide());

/** A service with one department, whose events the test emits. */
const service = {
  call: async (name: string, { body }: { body?: unknown } = {}) => {
    if (name.startsWith('PUT ')) changes.push(body);
    if (name.endsWith('/admin/organisations')) return { total: 1, data: [department] };
    return { total: 0, data: [] };
  },
  open: async (name: string) => {
    if (!name.endsWith('/admin/events'))
      return Response.json({ data: department }, { headers: { ETag: '"1"' } });
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      start: (stream) => {
        emit = (event) => stream.enqueue(encoder.encode(`event: change\ndata: ${JSON.stringify(event)}\n\n`));
      },
    });
    return new Response(body);
  },
} as unknown as Api;

function LiveScreen() {
  useLiveChanges('t1', true);
  return <DepartmentsScreen />;
}

/** Another administrator renames the department. */
function rename(name: string): void {
  department = { ...department, name };
  emit({ kind: 'departments', id: department.orgID, origin: 'operator' });
}

const nameField = page.getByRole('textbox', { name: new RegExp(`^${texts.name}`) });

/** Opens the form of the department. */
async function openForm(): Promise<void> {
  department = { orgID: 'o1', name: '研发部', members: 3, head: null };
  changes = [];
  hide = showTenantScreen(<LiveScreen />, { area: 'departments', api: service });
  await page.getByRole('button', { name: texts.acts('研发部') }).click();
  await page.getByRole('menuitem', { name: texts.change }).click();
  await expect.element(nameField).toHaveValue('研发部');
}

it('says who changed the department of an open form, keeps what is typed, and shows both versions', async () => {
  await openForm();
  await nameField.fill('研发己部');
  rename('研发他部');
  await expect.element(page.getByText(notice.by.operator + notice.kept)).toBeVisible();
  await expect.element(nameField).toHaveValue('研发己部');
  await page.getByRole('button', { name: notice.compare }).click();
  const versions = page.getByRole('alertdialog');
  await expect.element(versions.getByText('研发他部')).toBeVisible();
  await expect.element(versions.getByText('研发己部')).toBeVisible();
  expect(changes).toEqual([]);
  await versions.getByRole('button', { name: notice.overwrite }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(changes).toEqual([{ name: '研发己部' }]);
});

it('loads the current version into the form when the person asks for it', async () => {
  await openForm();
  await nameField.fill('研发己部');
  rename('研发他部');
  await page.getByRole('button', { name: notice.load }).click();
  await expect.element(nameField).toHaveValue('研发他部');
  await expect.element(page.getByText(notice.by.operator + notice.kept)).not.toBeInTheDocument();
  await page.getByRole('button', { name: common.save }).click();
  expect(changes).toEqual([]);
});

it('follows the department in a form without typed values', async () => {
  await openForm();
  rename('研发他部');
  await expect.element(nameField).toHaveValue('研发他部');
  await expect.element(page.getByText(notice.by.operator + notice.followed)).toBeVisible();
});
