import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeSession } from '../../testing/app/store-session.ts';
import {
  button,
  close,
  decided,
  decisions,
  file,
  info,
  open,
  task,
  taskPages,
  where,
} from '../../testing/app/work-world.ts';
import { json, refusal, twoTenants } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { undoMs, useOutboxStore } from '../platform/outbox/index.ts';
import type { SqlPort } from '../platform/ports/sql.port.ts';
import { StorageError } from '../platform/ports/storage.errors.ts';
import { resetDeviceSwitches } from '../shell/shortcuts/device-switch.store.ts';

const flows = Object.fromEntries(
  [1, 2, 3].flatMap((index) => [
    [
      `GET /api/v1/tenants/t1/flows/f${index}`,
      () => json({ data: { ...info, ...task(index).flow, myTask: { ...info.myTask, id: `k${index}` } } }),
    ],
    [`GET /api/v1/tenants/t1/flows/f${index}/files`, () => json({ data: [] })],
    [`GET /api/v1/tenants/t1/flows/f${index}/process`, () => json({ data: [] })],
  ]),
);
const awaiting = '/approval?list=tasks&state=awaiting';
const row = (index: number) => page.getByRole('button', { name: new RegExp(`^申请 ${index} `) });
const shown = (index: number) => page.getByRole('main').getByRole('heading', { name: `申请 ${index}` });
const stored = () => useOutboxStore.getState().entries;

beforeEach(() => page.viewport(1000, 700));
afterEach(async () => {
  close();
  resetDeviceSwitches();
  await page.viewport(390, 844);
});

async function approve(index: number): Promise<void> {
  await expect.element(shown(index)).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(button('确认同意')).toBeVisible();
  await userEvent.keyboard('a');
}

it('opens the next task at once, shows the number left, and sends the decision after five seconds', async () => {
  const { sent, answer } = decisions(decided);
  await open(awaiting, { ...flows, 'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer });
  await row(1).click();
  await expect.element(page.getByText('还有 3 条待处理', { exact: true })).toBeVisible();
  const pressedAt = Date.now();
  await approve(1);
  await expect.element(shown(2)).toBeVisible();
  await expect.element(row(2)).toHaveAttribute('aria-current', 'true');
  await expect.element(page.getByText('还有 2 条待处理', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('status').filter({ hasText: '同意：申请 1' }))
    .toHaveTextContent('同意：申请 1，5 秒后发送。 还有 2 条待处理撤销');
  expect(stored()).toMatchObject([
    { subject: 'k1', tried: false, seen: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect(sent).toEqual([]);
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(1);
  expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(undoMs);
  await expect.poll(() => stored().length).toBe(0);
  // One step back leads to the list, and no task lies between.
  window.history.back();
  await expect.poll(where).toBe(awaiting);
});

it('undoes the decision, and returns to its form with the remark', async () => {
  const { sent, answer } = decisions(decided);
  await open(awaiting, { ...flows, 'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer });
  await row(1).click();
  await expect.element(shown(1)).toBeVisible();
  await userEvent.keyboard('e');
  const remark = page.getByRole('textbox', { name: '审批意见' });
  await expect.element(remark).toHaveFocus();
  await userEvent.keyboard('ar1');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(shown(2)).toBeVisible();
  await button('撤销').click();
  await expect.poll(where).toBe('/taskagree?flowID=f1&taskID=k1');
  await expect.element(remark).toHaveValue('ar1');
  expect(stored()).toEqual([]);
  // The task is open again, below its form.
  window.history.back();
  await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1');
  await expect.element(button('同意')).toBeVisible();
  expect(sent).toEqual([]);
});

it('names the task whose decision was refused after the next was opened, and leads back to it', async () => {
  const { answer } = decisions(() => refusal('work.changed_since_seen', 409));
  await open(awaiting, { ...flows, 'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer });
  await row(1).click();
  await approve(1);
  await expect.element(shown(2)).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: '“申请 1”的“同意”未能完成' });
  await expect.element(notice, { timeout: 10_000 }).toBeVisible();
  await notice.getByRole('button', { name: '返回此任务' }).click();
  await expect.element(shown(1)).toBeVisible();
  await expect.element(button('重新处理')).toBeVisible();
  expect(notice.query()).toBeNull();
});

it('keeps the form, its remark and its place in the history if the decision can neither be stored nor sent', async () => {
  const platform = createMemoryPlatform();
  await storeSession(platform, [twoTenants[0]]);
  let isFull = true;
  const openDatabase = async (name: string): Promise<SqlPort> => {
    const sql = await platform.openDatabase(name);
    const query: SqlPort['query'] = async (statement, params) => {
      if (isFull && /insert into "?outbox/iu.test(statement)) throw new StorageError('storage.full');
      return sql.query(statement, params);
    };
    return { ...sql, query };
  };
  const { sent, answer } = decisions(() => refusal('work.not_allowed', 403));
  const own = { ...flows, 'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer };
  await open(awaiting, own, twoTenants[0], { ...platform, openDatabase });
  await row(1).click();
  await expect.element(shown(1)).toBeVisible();
  await userEvent.keyboard('e');
  const remark = page.getByRole('textbox', { name: '审批意见' });
  await expect.element(remark).toHaveFocus();
  await userEvent.keyboard('ar2');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect.poll(where).toBe('/taskagree?flowID=f1&taskID=k1');
  await expect.element(remark).toHaveValue('ar2');
  isFull = false;
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(shown(2)).toBeVisible();
  window.history.back();
  await expect.poll(where).toBe(awaiting);
});

it('shows the result and sends at once where the next task does not open by itself', async () => {
  await page.viewport(390, 844);
  const { sent, answer } = decisions(decided);
  await open(awaiting, { ...flows, 'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer });
  await row(1).click();
  await approve(1);
  await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('opens the next task on a phone once the person has switched it on', async () => {
  await page.viewport(390, 844);
  const mounted = await open('/myinfo', flows);
  const choice = page.getByRole('switch', { name: '处理后打开下一条' });
  await expect.element(choice).not.toBeChecked();
  await choice.click();
  await expect.poll(() => mounted.platform.preferences.get('queueNext')).toBe('true');
  await page.getByRole('link', { name: /工作/ }).click();
  await row(1).click();
  await approve(1);
  await expect.element(shown(2)).toBeVisible();
  expect(stored()).toMatchObject([{ subject: 'k1', tried: false }]);
  await userEvent.keyboard('z');
  await expect.poll(where).toBe('/taskagree?flowID=f1&taskID=k1');
});

it('shows the result of the last task, which can be undone as well', async () => {
  await open(awaiting, { ...flows, 'GET /api/v1/tenants/t1/user-tasks': taskPages(1) });
  await row(1).click();
  await approve(1);
  await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
  await expect.element(page.getByText('几秒后发送，在此之前可以撤销。')).toBeVisible();
  await userEvent.keyboard('z');
  await expect.poll(where).toBe('/taskagree?flowID=f1&taskID=k1');
});

it('keeps a document beside the tasks, also if the files of the next one arrive late', async () => {
  await page.viewport(1440, 900);
  const filesOf = (index: number) => json({ data: [{ ...file, uri: `uri-${index}` }] });
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { answer } = decisions(decided);
  await open(awaiting, {
    ...flows,
    'GET /api/v1/tenants/t1/flows/f1/files': () => filesOf(1),
    'GET /api/v1/tenants/t1/flows/f2/files': async () => {
      await late;
      return filesOf(2);
    },
    'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer,
  });
  const preview = () => new URLSearchParams(window.location.search).get('preview');
  await row(1).click();
  await expect.element(shown(1)).toBeVisible();
  await userEvent.keyboard('o');
  await expect.poll(preview).toBe('flow:t1:uri-1');
  await approve(1);
  await expect.poll(where).toBe('/flowinfo16?flowID=f2&taskID=k2');
  arrive();
  await expect.element(shown(2)).toBeVisible();
  await expect.poll(preview).toBe('flow:t1:uri-2');
  await expect.element(page.getByRole('dialog', { name: '文档预览' })).toBeVisible();
  // The offer to undo covers no button of the task.
  const offer = page.getByRole('status').filter({ hasText: '5 秒后发送' });
  await expect.element(offer).toBeVisible();
  const bottomOf = () => offer.element().getBoundingClientRect().bottom;
  await expect
    .poll(() => button('同意').element().getBoundingClientRect().top - bottomOf())
    .toBeGreaterThan(0);
  // Without the document the task still belongs to the queue.
  await userEvent.keyboard('{Escape}');
  await expect.poll(preview).toBeNull();
  await expect.element(page.getByText('还有 2 条待处理', { exact: true })).toBeVisible();
  window.history.back();
  await expect.poll(where).toBe(awaiting);
});
