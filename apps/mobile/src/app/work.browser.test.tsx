import type { Flow, FlowFile, FlowInfo, ProcessStep, Task } from '@sealflow/contract';
import { canonicalSeen } from '@sealflow/domain/workflow';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { createSessionStorage } from '../platform/session/session.storage.ts';
import {
  type Answers,
  json,
  offline,
  refusal,
  signedIn,
  twoTenants,
  userWith,
} from '../platform/session/tests/answers.ts';
import { type Mounted, mountApp } from './tests/mount.tsx';

const now = Date.now();
const later = now + 86_400_000;
const flow: Flow = {
  id: 'f1',
  typeID: 7,
  type: 'file_out',
  typeName: '文件外发',
  title: '外发合同',
  description: '第一行\n第二行',
  state: 'approving',
  applicant: { fid: 'u2', name: '张伟' },
  createAt: now - 7_200_000,
  updateAt: now,
  deadline: null,
};
const info: FlowInfo = {
  ...flow,
  details: {},
  detailNames: {},
  myTask: { id: 'k1', nodeType: 'approve', state: 'awaiting' },
};
const file: FlowFile = {
  fileID: 'x1',
  uri: 'uri-1',
  name: '合同.pdf',
  size: 2048,
  mimeType: 'application/pdf',
  sha256: 'ab'.repeat(32),
  encrypted: true,
};
const step = (id: string, stepType: ProcessStep['stepType'], state: ProcessStep['state']): ProcessStep => ({
  id,
  stepType,
  state,
  mode: null,
  startAt: null,
  endAt: null,
  tasks: [],
});
const steps = Array.from({ length: 12 }, (_, index) => step(`s${index}`, 'approve', 'pending'));
const task = (index: number): Task => ({
  id: `k${index}`,
  note: null,
  processTime: null,
  state: 'awaiting',
  nodeType: 'approve',
  outcome: null,
  createAt: now - index * 3_600_000,
  deadline: null,
  flow: { ...flow, id: `f${index}`, title: `申请 ${index}` },
});

/** Tasks by page, as the service cuts them. */
function taskPages(total: number): Answers[string] {
  const tasks = Array.from({ length: total }, (_, index) => task(index + 1));
  return (request) => {
    const query = new URL(request.url).searchParams;
    const skip = Number(query.get('skip'));
    return json({ total, data: tasks.slice(skip, skip + Number(query.get('limit'))) });
  };
}

const work = (tid: string): Answers => ({
  [`GET /api/v1/tenants/${tid}/current-user`]: () => json(userWith('users')),
  [`GET /api/v1/tenants/${tid}/flow-types`]: () =>
    json({ total: 1, data: [{ id: 7, name: '文件外发', type: 'file_out' }] }),
  [`GET /api/v1/tenants/${tid}/user-flows`]: () => json({ total: 0, data: [] }),
  [`GET /api/v1/tenants/${tid}/user-tasks`]: taskPages(3),
  [`GET /api/v1/tenants/${tid}/flows/f1`]: () => json({ data: info }),
  [`GET /api/v1/tenants/${tid}/flows/f1/files`]: () => json({ data: [file] }),
  [`GET /api/v1/tenants/${tid}/flows/f1/process`]: () => json({ data: steps }),
});
const answers: Answers = {
  'POST /api/v1/auth/refresh-token': () => json({ token: 'token-2', expire: later }),
  'GET /api/v1/user-msg-sessions': () => json({ total: 0, data: [], unread: 0 }),
  ...work('t1'),
  ...work('t2'),
};

let mounted: Mounted | undefined;
async function open(path: string, own: Answers = {}, tenant: (typeof twoTenants)[number] = twoTenants[0]) {
  const platform = createMemoryPlatform();
  const storage = createSessionStorage(platform);
  const { aid, mobileNo, email, tenants } = signedIn([tenant], later);
  await storage.writeSession({ account: { aid, mobileNo, email }, tenants, bound: false, user: null });
  await storage.writeToken({ token: 'token-1', expire: later });
  mounted = await mountApp({ path, platform, answers: { ...answers, ...own } });
  return mounted;
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const where = () => `${window.location.pathname}${window.location.search}`;

/** Answers decisions in turn, and keeps what was sent. */
function decisions(...results: (() => Response)[]) {
  const sent: { key: string | null; body: Record<string, string> }[] = [];
  const answer: Answers[string] = async (request) => {
    sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
    return (results.shift() ?? (() => refusal('app.unknown_error', 500)))();
  };
  return { sent, answer };
}
const decided = () => json({ data: { id: 'k1', note: '同意', processTime: now, state: 'processed' } });

beforeAll(() => page.viewport(360, 640));
afterEach(() => mounted?.unmount());

describe('the detail', () => {
  it('keeps its bar beside the text, and shows the whole text', async () => {
    await open('/flowinfo16?flowID=f1');
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
    await expect.element(page.getByText(/第一行/)).toBeVisible();
    const text = page.getByRole('main').element().getBoundingClientRect();
    const bar = button('同意').element().getBoundingClientRect();
    expect(text.bottom).toBeLessThanOrEqual(bar.top);
    expect(bar.bottom).toBeLessThanOrEqual(window.innerHeight);
  });

  it('shows all that is decided on beside the description', async () => {
    const details = { to: ['partner@example.com'], subject: '合同定稿' };
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, details } }),
    });
    await expect.element(page.getByText('partner@example.com')).toBeVisible();
    await expect.element(page.getByText('合同定稿')).toBeVisible();
  });

  it('has no bar for who has nothing to decide', async () => {
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, myTask: null } }),
    });
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
    expect(button('同意').query()).toBeNull();
  });

  it('says what failed, and tries again', async () => {
    let tries = 0;
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () => {
        tries += 1;
        return tries === 1 ? refusal('work.flow_not_found', 404) : json({ data: info });
      },
    });
    await expect.element(page.getByRole('alert')).toMatchTextContent('流程不存在，可能已被申请人删除');
    await button('重试').click();
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
  });

  it('opens a file in the preview, as a step of the history', async () => {
    await open('/flowinfo16?flowID=f1');
    await page.getByRole('button', { name: /合同\.pdf/ }).click();
    await expect.poll(where).toContain('preview=');
    window.history.back();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1');
  });
});

describe('deciding', () => {
  it('sends the remark and what was seen, and leads on to the next task', async () => {
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
    const seen = canonicalSeen({ ...info, flowID: 'f1', applicantID: 'u2', files: [file] });
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seen)));
    const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(sent).toEqual([
      { key: expect.stringMatching(/^[0-9a-f]{32}$/), body: { remark: '已核实，同意！', seen: hex } },
    ]);
    await button('处理下一条').click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f2&taskID=k2');
  });

  it('takes two presses in one moment for one decision', async () => {
    const { sent, answer } = decisions(decided, decided);
    await open('/taskagree?flowID=f1&taskID=k1', {
      'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer,
    });
    await button('确认同意').dblClick();
    await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('offers no decision on a task that waits for nobody any more', async () => {
    const over = { ...info, myTask: { id: 'k1', nodeType: 'approve', state: 'processed' } };
    await open('/taskagree?flowID=f1&taskID=k1', {
      'GET /api/v1/tenants/t1/flows/f1': () => json({ data: over }),
    });
    await expect.element(page.getByText('此任务已不需要您处理')).toBeVisible();
    expect(button('确认同意').query()).toBeNull();
  });

  it('claims no decision for an address that names none', async () => {
    await open('/flowfinish');
    await expect.poll(where).toBe('/work');
    await expect.element(page.getByRole('region', { name: '最近任务' })).toBeVisible();
  });

  it('says note where the tenant speaks the plain dialect', async () => {
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

  it('after a lost answer waits, and repeats the same request by itself', async () => {
    const { sent, answer } = decisions(offline as () => Response, decided);
    await open('/taskagree?flowID=f1&taskID=k1', {
      'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer,
    });
    await button('请尽快办理').click();
    await button('确认同意').click();
    await expect.element(page.getByRole('heading', { name: '已保存，等待发送' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: '已同意' })).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('offline waits in the outbox, is shown as waiting, and can be taken back with its words', async () => {
    const { sent, answer } = decisions(decided);
    const { platform } = await open('/flowinfo16?flowID=f1', {
      'POST /api/v1/tenants/t1/tasks/k1/actions/reject': answer,
    });
    await button('拒绝').click();
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
    platform.setOnline(false);
    await button('用途说明不清楚').click();
    await button('确认拒绝').click();
    await button('查看等待发送的处理').click();
    await expect.poll(where).toBe('/work?view=outbox');
    await expect.element(page.getByText('拒绝：外发合同')).toBeVisible();
    await expect.element(page.getByText('意见：用途说明不清楚')).toBeVisible();
    await button('撤回').click();
    await expect.element(page.getByText('没有等待发送的处理')).toBeVisible();
    platform.setOnline(true);
    window.history.back();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1');
    await button('拒绝').click();
    await expect.element(page.getByRole('textbox', { name: '审批意见' })).toHaveValue('用途说明不清楚');
    expect(sent).toEqual([]);
  });

  it('leads back to look again where the application has changed', async () => {
    const { answer } = decisions(() => refusal('work.changed_since_seen', 409, 'task state error'));
    await open('/flowinfo16?flowID=f1', { 'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer });
    await button('同意').click();
    await button('确认同意').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('内容在您查看后有变化');
    await button('查看变化后的内容').click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1');
  });

  it('keeps what was written while one goes back to read', async () => {
    await open('/flowinfo16?flowID=f1');
    await button('拒绝').click();
    await userEvent.type(page.getByRole('textbox', { name: '审批意见' }), '缺少附件');
    await button('返回').click();
    await button('拒绝').click();
    await expect.element(page.getByRole('textbox', { name: '审批意见' })).toHaveValue('缺少附件');
  });
});

describe('handing over', () => {
  const candidates: Answers = {
    'GET /api/v1/tenants/t1/user-candidates': (request) => {
      const people = [
        { fid: 'u2', name: '张伟', org: null },
        { fid: 'u3', name: '王强', org: { orgID: 'o1', name: '研发部' } },
        { fid: 'u4', name: '陈静', org: null },
      ];
      const keyword = new URL(request.url).searchParams.get('keyword') ?? '';
      const data = people.filter(({ name }) => name.includes(keyword));
      return json({ total: data.length, data });
    },
  };

  it('sends a task to the person found, and not to the applicant', async () => {
    const { sent, answer } = decisions(decided);
    await open('/flowinfo16?flowID=f1', {
      ...candidates,
      'POST /api/v1/tenants/t1/tasks/k1/actions/transfer': answer,
    });
    await button('更多').click();
    await page.getByRole('menuitem', { name: '转交' }).click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1&taskID=k1&view=transfer');
    await button('确认转交').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('请选择人员');
    await button('请选择人员').click();
    await expect.element(page.getByRole('button', { name: /陈静/ })).toBeVisible();
    expect(page.getByRole('button', { name: /张伟/ }).query()).toBeNull();
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

describe('several at once', () => {
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

  it('are asked once, and have a result each', async () => {
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
});

describe('the lists', () => {
  it('filter by state, type and date in the dialect of the tenant, and keep it in the address', async () => {
    const asked: string[] = [];
    const pages = taskPages(3);
    await open('/approval?list=tasks', {
      'GET /api/v1/tenants/t1/user-tasks': (request) => {
        asked.push(new URL(request.url).searchParams.get('filter') ?? '');
        return pages(request);
      },
    });
    await button('状态：全部状态').click();
    await page.getByRole('menuitem', { name: '待处理' }).click();
    await button('类型：全部类型').click();
    await page.getByRole('menuitem', { name: '文件外发' }).click();
    await expect.poll(where).toBe('/approval?list=tasks&state=awaiting&type=file_out');
    await expect.poll(() => asked).toContain('{"state":"awaiting","type":"file_out"}');
    await button('我的申请').click();
    await expect.poll(where).toBe('/approval?list=flows');
    await button('我的任务').click();
    await expect.poll(where).toBe('/approval?list=tasks&state=awaiting&type=file_out');
  });

  it('say what to do where nothing matches, and where nothing came', async () => {
    let tries = 0;
    await open('/approval?list=flows&state=rejected', {
      'GET /api/v1/tenants/t1/user-flows': (request) => {
        if (new URL(request.url).searchParams.get('limit') === '0') return json({ total: 0, data: [] });
        tries += 1;
        return tries === 1 ? refusal('work.request_failed', 502) : json({ total: 0, data: [] });
      },
    });
    await expect.element(page.getByRole('alert')).toMatchTextContent('无法连接企业服务');
    await button('重试').click();
    await expect.element(page.getByText('没有符合条件的内容')).toBeVisible();
    await button('清除筛选').click();
    await expect.element(page.getByText('没有申请')).toBeVisible();
  });

  it('draw only what is seen of many, and come back to the same place', async () => {
    await open('/approval?list=tasks', { 'GET /api/v1/tenants/t1/user-tasks': taskPages(200) });
    await expect.element(page.getByText('申请 1', { exact: true })).toBeVisible();
    const main = page.getByRole('main').element();
    await expect
      .poll(() => {
        main.scrollTo(0, main.scrollHeight / 2);
        return page.getByText('申请 100', { exact: true }).query();
      })
      .not.toBeNull();
    expect(page.getByRole('listitem').elements().length).toBeLessThan(60);
    expect(main.scrollTop).toBeGreaterThan(1000);
    const middle = () => document.elementFromPoint(180, 400)?.closest('main li button') ?? null;
    await expect.poll(middle).not.toBeNull();
    const row = middle();
    const title = row?.querySelector('span span')?.textContent ?? '';
    await userEvent.click(row!);
    await expect.poll(where).toContain('/flowinfo16');
    window.history.back();
    await expect.poll(where).toBe('/approval?list=tasks');
    await expect.element(page.getByText(title, { exact: true })).toBeInViewport();
  });
});

it('the home shows what waits, and leads to it', async () => {
  await open('/work', { 'GET /api/v1/tenants/t1/user-tasks': taskPages(120) });
  await expect.element(page.getByRole('button', { name: /待我处理/ })).toMatchTextContent('…');
  await expect.element(page.getByText('申请 5', { exact: true })).toBeVisible();
  expect(page.getByText('申请 6', { exact: true }).query()).toBeNull();
  await page.getByRole('button', { name: /待我处理/ }).click();
  await expect.poll(where).toBe('/approval?list=tasks&state=awaiting');
});
