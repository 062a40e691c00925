import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInAnswers } from '../../testing/app/member-answers.ts';
import { storeSession } from '../../testing/app/store-session.ts';
import {
  button,
  close,
  decided,
  decisions,
  file,
  info,
  open,
  steps,
  where,
} from '../../testing/app/work-world.ts';
import { json, offline, refusal, twoTenants } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import type { PushNote } from '../platform/ports/push.port.ts';
import { pathOfNote } from '../platform/push/push-note.rules.ts';

const note: PushNote = {
  msgID: 'm1',
  sessionID: 's1',
  type: 'task',
  tid: 't1',
  flowID: 'f1',
  taskID: 'k1',
};
const approve = pathOfNote(note, 'approve');
const form = '/taskagree?flowID=f1&taskID=k1';
const list = '/approval?list=tasks';
const flow = 'GET /api/v1/tenants/t1/flows/f1';
const press = (platform: Awaited<ReturnType<typeof open>>['platform'], path: string) =>
  platform.push.deliver({ kind: 'open', path });
const remark = () => page.getByRole('textbox', { name: '审批意见' });
const top = (element: { element(): Element }) => element.element().getBoundingClientRect().top;

beforeEach(() => page.viewport(360, 640));
afterEach(close);

describe('the action of a notification', () => {
  it('opens the form with what is decided on before it; back leads to the tasks', async () => {
    await open(approve);
    await expect.poll(where).toBe(form);
    await expect.element(button('确认同意')).toBeVisible();
    const title = page.getByRole('heading', { name: '外发合同' });
    await expect.element(title).toBeInViewport();
    await expect.element(page.getByText('张伟')).toBeInViewport();
    await expect.element(page.getByText(/^第一行/)).toBeInViewport();
    await expect.element(page.getByRole('button', { name: /合同\.pdf/ })).toBeVisible();
    expect(top(title)).toBeLessThan(top(remark()));
    await button('返回').click();
    await expect.poll(where).toBe(list);
    await expect.element(page.getByText('申请 1', { exact: true })).toBeVisible();
  });

  it('decides nothing until the person confirms, and ends at the tasks', async () => {
    const { sent, answer } = decisions(decided);
    const approved = 'POST /api/v1/tenants/t1/tasks/k1/actions/approve';
    await open(approve, { [approved]: answer });
    await button('已核实，同意').click();
    expect(sent).toEqual([]);
    await button('确认同意').click();
    await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
    expect(sent).toHaveLength(1);
    await button('完成').click();
    await expect.poll(where).toBe(list);
  });

  it('is cleared with its task, also if the notification arrived while the app was visible', async () => {
    const { answer } = decisions(decided);
    const device = createMemoryPlatform();
    await storeSession(device, [twoTenants[0]]);
    const clearNotices = vi.spyOn(device.push, 'clearNotices');
    await open(form, { 'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer }, twoTenants[0], device);
    await expect.element(button('确认同意')).toBeVisible();
    await expect.poll(() => clearNotices.mock.calls.length).toBe(1);
    device.push.deliver({ kind: 'push', note });
    await button('确认同意').click();
    await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
    expect(clearNotices).toHaveBeenCalledTimes(2);
  });

  it('leads on to the whole application, from which one step back leads to the tasks', async () => {
    await open(pathOfNote(note, 'reject'));
    await expect.poll(where).toBe('/taskrefuse?flowID=f1&taskID=k1');
    await userEvent.type(remark(), '金额不符');
    await button('查看流程与讨论').click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1');
    await button('拒绝').click();
    await expect.element(remark()).toHaveValue('金额不符');
    await button('返回').click();
    await button('返回').click();
    await expect.poll(where).toBe(list);
  });

  it('of a decided task says so, and shows the application in place of the form', async () => {
    const over = { ...info, myTask: { ...info.myTask, state: 'processed' } };
    await open(approve, { [flow]: () => json({ data: over }) });
    await expect.element(page.getByText('此任务已无需您处理')).toBeVisible();
    expect(button('确认同意').query()).toBeNull();
    await button('查看申请').click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1');
    await button('返回').click();
    await expect.poll(where).toBe(list);
  });

  it('of a task that was decided meanwhile keeps the remark, and leads to the result', async () => {
    await open(approve, {
      'POST /api/v1/tenants/t1/tasks/k1/actions/approve': () => refusal('work.task_state_error', 409),
    });
    await button('确认同意').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('任务已被处理');
    await button('查看处理结果').click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1');
  });

  it('of a task that is not for this account leads to the tasks', async () => {
    await open(approve, { [flow]: () => refusal('work.flow_not_found', 404) });
    await expect.element(page.getByRole('alert')).toMatchTextContent('不属于当前账号');
    await button('返回任务列表').click();
    await expect.poll(where).toBe(list);
  });

  it('shows the stored application without a network, and says so where none is stored', async () => {
    const { platform, answers } = await open(approve);
    await expect.element(button('确认同意')).toBeVisible();
    platform.setOnline(false);
    for (const id of ['f1', 'f9']) answers[`GET /api/v1/tenants/t1/flows/${id}`] = offline;
    press(platform, pathOfNote(note, 'reject'));
    await expect.element(button('确认拒绝')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
    press(platform, pathOfNote({ ...note, flowID: 'f9', taskID: 'k9' }, 'approve'));
    await expect.element(page.getByRole('alert')).toMatchTextContent('当前没有网络');
    await expect.element(button('重试')).toBeVisible();
  });

  it('leads to the details where the role hides the decision', async () => {
    const user = { fid: 'fid-t1', name: 'Li Ming', rights: ['app_login'], deny: ['task_approve'] };
    await open(approve, {
      'GET /api/v1/tenants/t1/current-user': () =>
        json({ ...user, roles: [{ roleID: 'users', name: 'users' }], exactPages: 'ask', renditions: false }),
    });
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1');
  });

  it('stands beside the list of the tasks on a wide screen', async () => {
    await page.viewport(1200, 800);
    await open(approve);
    await expect.poll(where).toBe(form);
    await expect.element(page.getByRole('heading', { name: '我的任务' })).toBeVisible();
    await expect.element(page.getByText('申请 1', { exact: true })).toBeVisible();
    await expect.element(button('确认同意')).toBeVisible();
  });
});

describe('a pressed notification', () => {
  it('without an action leads to the details with both decisions', async () => {
    await open(pathOfNote(note));
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1');
    await expect.element(button('同意')).toBeVisible();
    await button('返回').click();
    await expect.poll(where).toBe(list);
  });

  it('opens over a form whose remark is kept', async () => {
    const other = { ...info, id: 'f2', title: '另一申请', myTask: { ...info.myTask, id: 'k2' } };
    const { platform } = await open('/taskrefuse?flowID=f2&taskID=k2', {
      [`${flow.slice(0, -2)}f2`]: () => json({ data: other }),
      [`${flow.slice(0, -2)}f2/files`]: () => json({ data: [file] }),
      [`${flow.slice(0, -2)}f2/process`]: () => json({ data: steps }),
    });
    await userEvent.type(remark(), '尚未写完');
    press(platform, approve);
    await expect.poll(where).toBe(form);
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
    await expect.element(remark()).toHaveValue('');
    window.history.go(-2);
    await expect.poll(where).toBe('/taskrefuse?flowID=f2&taskID=k2');
    await expect.element(remark()).toHaveValue('尚未写完');
  });

  it('asks before it switches to the organisation of the task', async () => {
    const device = createMemoryPlatform();
    await storeSession(device, [...twoTenants]);
    await device.preferences.set('tid', 't1');
    const { platform } = await open('/work', {}, twoTenants[0], device);
    await expect.element(page.getByRole('region', { name: '最近任务' })).toBeVisible();
    press(platform, pathOfNote({ ...note, tid: 't2' }, 'approve'));
    await expect.element(page.getByText(/属于“Second”/)).toBeVisible();
    await button('切换并查看').click();
    await expect.poll(where).toBe(form);
    await expect.element(button('确认同意')).toBeVisible();
  });

  it('explains a task of an organisation that the account does not belong to', async () => {
    await open(pathOfNote({ ...note, tid: 't9' }, 'approve'));
    await expect.element(page.getByText('无法打开此任务')).toBeVisible();
    await button('我的任务').click();
    await expect.poll(where).toBe(list);
  });

  it('leads through the sign-in to the form', async () => {
    const platform = createMemoryPlatform();
    const { platform: device } = await open('/pwdlogin', signInAnswers, twoTenants[0], platform);
    await expect.element(button('登录')).toBeVisible();
    press(device, approve);
    await page.getByLabelText('账号').fill('li');
    await page.getByLabelText('密码', { exact: true }).fill('secret123');
    await page.getByRole('checkbox').click();
    await button('登录').click();
    await expect.poll(where).toBe(form);
    await expect.element(button('确认同意')).toBeVisible();
  });
});
