import { canonicalSnapshot } from '@sealflow/domain/workflow';
import { toHex } from '@sealflow/tdf/base64';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  button,
  close,
  decided,
  decisions,
  file,
  info,
  now,
  open,
  steps,
  task,
  where,
} from '../../testing/app/work-world.ts';
import { type Answers, json, offline, refusal, twoTenants } from '../../testing/session/answers.ts';
import { useOutboxStore } from '../platform/outbox/index.ts';

beforeAll(() => page.viewport(360, 640));
afterEach(close);

describe('deciding a task', () => {
  it('sends the remark and the digest of the viewed content, and leads to the next task', async () => {
    const { sent, answer } = decisions(decided);
    await open('/flowinfo16?flowID=f1', {
      'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer,
    });
    await button('同意').click();
    await expect.poll(where).toBe('/taskagree?flowID=f1&taskID=k1');
    await button('已核实，同意').click();
    await userEvent.type(page.getByRole('textbox', { name: '审批意见' }), '！');
    await button('确认同意').click();
    await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
    const seen = canonicalSnapshot({ ...info, flowID: 'f1', applicantID: 'u2', files: [file] });
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seen)));
    expect(sent).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: { remark: '已核实，同意！', seen: toHex(digest) },
      },
    ]);
    await button('处理下一条').click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f2&taskID=k2');
  });

  it('sends one decision for two simultaneous presses', async () => {
    const { sent, answer } = decisions(decided, decided);
    await open('/taskagree?flowID=f1&taskID=k1', {
      'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer,
    });
    await button('确认同意').dblClick();
    await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('offers no decision on a task that no longer needs one', async () => {
    const over = {
      ...info,
      myTask: { id: 'k1', nodeType: 'approve', state: 'processed', canComplete: false },
    };
    await open('/taskagree?flowID=f1&taskID=k1', {
      'GET /api/v1/tenants/t1/flows/f1': () => json({ data: over }),
    });
    await expect.element(page.getByText('此任务已无需您处理')).toBeVisible();
    expect(button('确认同意').query()).toBeNull();
  });

  it('offers direct completion only where the service allows it, and explains a refusal', async () => {
    const plain = { ...info, myTask: { ...info.myTask, canComplete: false } };
    const answers = { 'GET /api/v1/tenants/t1/flows/f1': () => json({ data: plain }) };
    await open('/flowinfo16?flowID=f1', answers);
    await button('更多').click();
    await expect.element(page.getByRole('menuitem', { name: '转交' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: '直接办结' }).query()).toBeNull();
    close();
    await open('/taskagree?flowID=f1&taskID=k1&view=completion', answers);
    await expect.element(page.getByText('此流程不支持直接办结，请选择同意或拒绝。')).toBeVisible();
    expect(button('确认办结').query()).toBeNull();
  });

  it('shows no decision result for an address without an action', async () => {
    await open('/flowfinish');
    await expect.poll(where).toBe('/work');
    await expect.element(page.getByRole('region', { name: '最近任务' })).toBeVisible();
  });

  it('sends the remark as note in the plain dialect', async () => {
    const { sent, answer } = decisions(decided);
    await open(
      '/taskrefuse?flowID=f1&taskID=k1',
      { 'POST /api/v1/tenants/t2/tasks/k1/actions/reject': answer },
      twoTenants[1],
    );
    await button('用途说明不清楚').click();
    await button('确认拒绝').click();
    await expect.element(page.getByRole('heading', { name: '已拒绝' })).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ note: '用途说明不清楚' });
  });

  it('waits after a lost answer and repeats the same request automatically', async () => {
    const { sent, answer } = decisions(offline as () => Response, decided);
    await open('/taskagree?flowID=f1&taskID=k1', {
      'GET /api/v1/tenants/t1/flows/f1': () =>
        json({ data: sent.length === 2 ? { ...info, myTask: null } : info }),
      'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer,
    });
    await button('请尽快办理').click();
    await button('确认同意').click();
    await expect.element(page.getByRole('heading', { name: '已保存，等待发送' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('waits in the outbox while offline, is shown as waiting, and can be withdrawn with its remark', async () => {
    const { sent, answer } = decisions(decided);
    const { platform } = await open('/flowinfo16?flowID=f1', {
      'POST /api/v1/tenants/t1/tasks/k1/actions/reject': answer,
    });
    await button('拒绝').click();
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
    platform.setOnline(false);
    await button('用途说明不清楚').click();
    await button('确认拒绝').click();
    await button('查看待发送的操作').click();
    await expect.poll(where).toBe('/work?view=outbox');
    await expect.element(page.getByText('拒绝：外发合同')).toBeVisible();
    await expect.element(page.getByText('意见：用途说明不清楚')).toBeVisible();
    await button('撤回').click();
    await expect.element(page.getByText('没有待发送的操作')).toBeVisible();
    platform.setOnline(true);
    window.history.back();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1');
    await button('拒绝').click();
    await expect.element(page.getByRole('textbox', { name: '审批意见' })).toHaveValue('用途说明不清楚');
    expect(sent).toEqual([]);
  });

  it('leads back to the application when its content has changed', async () => {
    const { answer } = decisions(() => refusal('work.changed_since_seen', 409, 'task state error'));
    await open('/flowinfo16?flowID=f1', { 'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer });
    await button('同意').click();
    await button('确认同意').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('内容在您查看后有变化');
    await button('查看变化后的内容').click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1');
  });

  it('keeps the typed remark while the user goes back to read', async () => {
    await open('/flowinfo16?flowID=f1');
    await button('拒绝').click();
    await userEvent.type(page.getByRole('textbox', { name: '审批意见' }), '缺少附件');
    await button('返回').click();
    await button('拒绝').click();
    await expect.element(page.getByRole('textbox', { name: '审批意见' })).toHaveValue('缺少附件');
  });
});

describe('transferring a task', () => {
  const candidates: Answers = {
    'GET /api/v1/tenants/t1/user-candidates': (request) => {
      const people = [
        { fid: 'u2', name: '张伟', org: null },
        { fid: 'u3', name: '王强', org: { orgID: 'o1', name: '研发部' } },
        { fid: 'u4', name: '陈静', org: null },
        { fid: 'u5', name: '李娜', org: null },
      ];
      const keyword = new URL(request.url).searchParams.get('keyword') ?? '';
      const data = people.filter(({ name }) => name.includes(keyword));
      return json({ total: data.length, data });
    },
  };

  it('sends the task to the selected person and offers neither the applicant nor a current assignee', async () => {
    const { sent, answer } = decisions(decided);
    const busy = { ...task(8), assignee: { fid: 'u5', name: '李娜' } };
    await open('/flowinfo16?flowID=f1', {
      ...candidates,
      'GET /api/v1/tenants/t1/flows/f1/process': () => json({ data: [{ ...steps[0], tasks: [busy] }] }),
      'POST /api/v1/tenants/t1/tasks/k1/actions/transfer': answer,
    });
    await button('更多').click();
    await page.getByRole('menuitem', { name: '转交' }).click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1&view=transfer');
    await button('确认转交').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('请选择人员');
    await expect.element(button('请选择人员')).toHaveFocus();
    await button('请选择人员').click();
    await expect.element(page.getByRole('button', { name: /陈静/ })).toBeVisible();
    for (const name of [/张伟/, /李娜/]) expect(page.getByRole('button', { name }).query()).toBeNull();
    await page.getByRole('searchbox', { name: '搜索姓名' }).fill('王');
    await page.getByRole('button', { name: /王强/ }).click();
    await button('确认转交').click();
    await expect.element(page.getByRole('heading', { name: '已转交' })).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ assignee: 'u3' });
  });

  it('adds several approvers', async () => {
    const { sent, answer } = decisions(decided);
    await open('/flowinfo16?flowID=f1&taskID=k1&view=addition', {
      ...candidates,
      'POST /api/v1/tenants/t1/tasks/k1/actions/add-approval': answer,
    });
    await button('请选择人员').click();
    await page.getByRole('button', { name: /王强/ }).click();
    await page.getByRole('button', { name: /陈静/ }).click();
    await button('已选 2 人 · 确定').click();
    await button('移除陈静').click();
    await button('确认加签').click();
    await expect.element(page.getByRole('heading', { name: '已加签' })).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ approvers: ['u3'] });
  });
});

describe('bulk decision', () => {
  const flows = Object.fromEntries(
    [1, 2, 3].flatMap((index) => {
      const path = `GET /api/v1/tenants/t1/flows/f${index}`;
      const own = { ...info, id: `f${index}`, title: `申请 ${index}` };
      return [
        [path, () => json({ data: own })],
        [`${path}/files`, () => json({ data: [file] })],
        [`${path}/process`, () => json({ data: steps })],
      ];
    }),
  ) as Answers;

  it('selects all tasks or none by one button, and ends with Escape or back', async () => {
    await open('/approval?list=tasks', flows);
    await button('选择多条').click();
    await button('全选').click();
    await expect.element(page.getByText('已选 3 条')).toBeVisible();
    expect(button('全选').query()).toBeNull();
    await page.getByRole('checkbox', { name: /申请 2/ }).click();
    await button('全选').click();
    await expect.element(page.getByText('已选 3 条')).toBeVisible();
    await button('取消全选').click();
    await expect.element(page.getByText('已选 0 条')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('选择多条')).toBeVisible();
    expect(where()).toBe('/approval?list=tasks');
    expect(document.activeElement).not.toBe(document.body);
    await button('选择多条').click();
    await expect.element(button('全选')).toBeVisible();
    window.history.back();
    await expect.element(button('选择多条')).toBeVisible();
    expect(where()).toBe('/approval?list=tasks');
  });

  it('sends one request and shows a result for each task', async () => {
    const sent: { key: string | null; tasks: { taskID: string; seen: string }[]; remark: string }[] = [];
    await open('/approval?list=tasks', {
      ...flows,
      'POST /api/v1/tenants/t1/tasks/actions/approve': async (request) => {
        const body = (await request.json()) as (typeof sent)[number];
        sent.push({ ...body, key: request.headers.get('idempotency-key') });
        const done = {
          note: null,
          processTime: now,
          state: 'processed',
          ok: true,
          code: null,
          message: null,
        };
        const none = { note: null, processTime: null, state: null, ok: false };
        const refused = { ...none, code: 'work.task_state_error', message: 'task state error' };
        const data: object[] = [];
        for (const { taskID } of body.tasks)
          data.push(Object.assign({ id: taskID }, taskID === 'k2' ? refused : done));
        return json({ data });
      },
    });
    await button('选择多条').click();
    await button('全选').click();
    await expect.element(page.getByText('已选 3 条')).toBeVisible();
    await button('批量同意').click();
    await expect.poll(where).toBe('/taskagree?view=bulk');
    await button('已核实，同意').click();
    await button('确认同意').click();
    await expect.element(page.getByText('2 条已处理')).toBeVisible();
    await expect.element(page.getByText('1 条未能处理')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /申请 2/ })).toMatchTextContent('任务已被处理');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ remark: '已核实，同意', key: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(sent[0]?.tasks.map(({ taskID }) => taskID)).toEqual(['k1', 'k2', 'k3']);
    expect(new Set(sent[0]?.tasks.map(({ seen }) => seen)).size).toBe(3);
    await button('完成').click();
    await expect.poll(where).toBe('/approval?list=tasks');
    expect(button('批量同意').query()).toBeNull();
  });

  it('waits while offline and shows the result of each task once online', async () => {
    const { platform } = await open('/approval?list=tasks', {
      ...flows,
      'POST /api/v1/tenants/t1/tasks/actions/approve': () => {
        const none = { note: null, processTime: null, state: null, ok: false, message: '' };
        const refused = { ...none, id: 'k2', code: 'work.task_state_error' };
        const done = { ...none, processTime: now, state: 'processed', ok: true, code: null };
        return json({ data: [{ ...done, id: 'k1' }, refused, { ...done, id: 'k3' }] });
      },
    });
    await button('选择多条').click();
    await button('全选').click();
    await button('批量同意').click();
    await expect.element(button('确认同意')).toBeEnabled();
    platform.setOnline(false);
    await button('确认同意').click();
    await expect.element(page.getByText('3 条等待发送')).toBeVisible();
    // A restarted outbox is empty until it has read its entries. The screen must not take this for a sent decision.
    const { entries } = useOutboxStore.getState();
    useOutboxStore.setState({ entries: [], isRead: false });
    useOutboxStore.setState({ entries, isRead: true });
    await expect.element(page.getByText('3 条等待发送')).toBeVisible();
    platform.setOnline(true);
    await expect.element(page.getByText('2 条已处理')).toBeVisible();
    await expect.element(page.getByText('1 条未能处理')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /申请 2/ })).toMatchTextContent('任务已被处理');
    // The screen has reported the result, so the outbox deletes the entry.
    await expect.poll(() => useOutboxStore.getState().entries).toEqual([]);
  });
});
