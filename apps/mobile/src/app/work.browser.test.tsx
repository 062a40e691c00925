import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, close, info, open, steps, taskPages, where } from '../../testing/app/work-world.ts';
import { json, refusal, twoTenants, userWith } from '../../testing/session/answers.ts';
import { fetchFlow } from '../features/work/work.queries.ts';
import { type Api, ApiError } from '../platform/api/index.ts';

beforeAll(() => page.viewport(360, 640));
afterEach(close);

describe('application detail', () => {
  it('keeps the action bar beside the text and shows the whole text', async () => {
    await open('/flowinfo16?flowID=f1');
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
    await expect.element(page.getByText(/第一行/)).toBeVisible();
    const text = page.getByRole('main').element().getBoundingClientRect();
    const bar = button('同意').element().getBoundingClientRect();
    expect(text.bottom).toBeLessThanOrEqual(bar.top);
    expect(bar.bottom).toBeLessThanOrEqual(window.innerHeight);
  });

  it('shows the details that are decided on beside the description', async () => {
    const details = { to: ['partner@example.com'], subject: '合同定稿' };
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, details } }),
    });
    await expect.element(page.getByText('partner@example.com')).toBeVisible();
    await expect.element(page.getByText('合同定稿')).toBeVisible();
  });

  it('shows no action bar to a reader without an action', async () => {
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, myTask: null } }),
    });
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
    expect(button('同意').query()).toBeNull();
  });

  it('names the administrator who reassigned a task, from whom and to whom', async () => {
    const absent = { fid: 'u3', name: '张三' };
    const reassignment = { by: { fid: 'u9', name: '李管理' }, to: { fid: 'u4', name: '王五' } };
    const done = {
      state: 'processed',
      outcome: 'transferred',
      note: '休假',
      createAt: 1,
      processTime: 2,
    } as const;
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1/process': () =>
        json({ data: [{ ...steps[0], tasks: [{ id: 'k3', assignee: absent, ...done, reassignment }] }] }),
    });
    const entry = page.getByRole('listitem').filter({ hasText: '休假' }).last();
    await expect.element(entry).toMatchTextContent('李管理将张三的任务转给王五');
    await expect.element(entry).not.toMatchTextContent('已转交');
  });

  it('names the deputy who decided, and the person for whom', async () => {
    const decision = { state: 'processed', outcome: 'approved', note: '照办', createAt: 1, processTime: 2 };
    const people = { assignee: { fid: 'u3', name: '王强' }, decidedBy: { fid: 'u4', name: '周敏' } };
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () =>
        json({ data: { ...info, myTask: { ...info.myTask, deputyFor: people.assignee } } }),
      'GET /api/v1/tenants/t1/flows/f1/process': () =>
        json({ data: [{ ...steps[0], tasks: [{ id: 'k3', ...people, ...decision }] }] }),
    });
    const entry = page.getByRole('listitem').filter({ hasText: '照办' }).last();
    await expect.element(entry).toMatchTextContent('周敏 代 王强');
    await expect.element(page.getByText('代 王强', { exact: true })).toBeVisible();
  });

  it('shows the error and loads again on retry', async () => {
    let tries = 0;
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () => {
        tries += 1;
        return tries === 1 ? refusal('work.request_failed', 502) : json({ data: info });
      },
    });
    await expect.element(page.getByRole('alert')).toMatchTextContent('无法连接企业服务');
    await button('重试').click();
    await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
  });

  it('reports a deleted application and leads back to the tasks', async () => {
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () => refusal('work.flow_not_found', 404),
    });
    await expect.element(page.getByRole('alert')).toMatchTextContent('可能已被申请人删除');
    await button('返回任务列表').click();
    await expect.poll(where).toBe('/approval?list=tasks');
  });

  it('removes a hidden application, its comments and its versions from the device', async () => {
    const code = 'work.flow_not_found';
    const error = new ApiError({ kind: 'http', code, params: {}, message: code });
    const api = { call: () => Promise.reject(error) } as unknown as Api;
    const removed: string[] = [];
    const store = {
      get: async () => null,
      put: async () => undefined,
      remove: async (name: string) => void removed.push(name),
    };
    const { signal } = new AbortController();
    await expect(fetchFlow({ api, store, tid: 't1' }, 'f1', signal)).rejects.toBe(error);
    expect(removed).toEqual(['flow:f1', 'comments:f1', 'versions:f1']);
  });

  it.each([
    [[], true],
    [['flow_download'], false],
  ] as const)('with the deny list %j offers the download of the files: %s', async (deny, isOffered) => {
    await open('/flowinfo16?flowID=f1', {
      'GET /api/v1/tenants/t1/current-user': () => json({ ...userWith('users'), deny }),
    });
    await expect.element(page.getByRole('button', { name: /合同\.pdf/ })).toBeVisible();
    await expect.element(button('同意')).toBeVisible();
    expect(button('下载文件').query() !== null).toBe(isOffered);
  });

  it('opens a file in the preview as a history entry', async () => {
    await open('/flowinfo16?flowID=f1');
    await page.getByRole('button', { name: /合同\.pdf/ }).click();
    await expect.poll(where).toContain('preview=');
    window.history.back();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1');
  });
});

describe('work lists', () => {
  it('filter by state and type in the dialect of the tenant, and keep the filter in the address', async () => {
    const requests: string[] = [];
    const pages = taskPages(3);
    await open('/approval?list=tasks', {
      'GET /api/v1/tenants/t1/user-tasks': (request) => {
        requests.push(new URL(request.url).searchParams.get('filter') ?? '');
        return pages(request);
      },
    });
    await button('状态：全部状态').click();
    await page.getByRole('menuitem', { name: '待处理' }).click();
    await button('类型：全部类型').click();
    await page.getByRole('menuitem', { name: '文件外发' }).click();
    await expect.poll(where).toBe('/approval?list=tasks&state=awaiting&type=file_out');
    await expect.poll(() => requests).toContain('{"state":"awaiting","type":"file_out"}');
    await button('我的申请').click();
    await expect.poll(where).toBe('/approval?list=flows');
    await button('我的任务').click();
    await expect.poll(where).toBe('/approval?list=tasks&state=awaiting&type=file_out');
  });

  it.each([
    ['16', 't1', twoTenants[0]],
    ['before 16', 't2', twoTenants[1]],
  ] as const)('filter by date in the dialect of a tenant of version %s', async (version, tid, tenant) => {
    const requests: URLSearchParams[] = [];
    const pages = taskPages(3);
    await open(
      '/approval?list=tasks',
      {
        [`GET /api/v1/tenants/${tid}/user-tasks`]: (request) => {
          requests.push(new URL(request.url).searchParams);
          return pages(request);
        },
      },
      tenant,
    );
    await button('日期：全部日期').click();
    for (const name of ['今天', '明天', '昨天', '3 天内', '10 天内', '30 天内'])
      await expect.element(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
    await page.getByRole('menuitem', { name: '昨天' }).click();
    await expect.poll(where).toBe('/approval?list=tasks&date=yesterday');
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    const today = midnight.getTime();
    const yesterday = midnight.setDate(midnight.getDate() - 1);
    const spans = () =>
      requests.map((query) =>
        version === '16'
          ? (JSON.parse(query.get('filter') ?? '{}') as { createAt?: number[] }).createAt
          : [Number(query.get('createAtFrom')), Number(query.get('createAtTo'))],
      );
    await expect.poll(spans).toContainEqual([yesterday, today]);
    await button('日期：昨天').click();
    await page.getByRole('menuitem', { name: '全部日期' }).click();
    await expect.poll(where).toBe('/approval?list=tasks');
  });

  it('remove the type filter through the entry for all types', async () => {
    await open('/approval?list=tasks&type=file_out');
    await button('类型：文件外发').click();
    await page.getByRole('menuitem', { name: '全部类型' }).click();
    await expect.poll(where).toBe('/approval?list=tasks');
    await expect.element(button('类型：全部类型')).toBeVisible();
  });

  it('suggest a next step for an empty result, an empty list and a failed request', async () => {
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
    await expect.poll(() => document.activeElement).not.toBe(document.body);
    await button('清除筛选').click();
    await expect.element(page.getByText('还没有申请')).toBeVisible();
  });

  it('render only the visible rows of a long list, and restore the scroll position', async () => {
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
    const words = [...(row?.querySelectorAll('span') ?? [])].map(({ textContent }) => textContent);
    const title = words.find((text) => /^申请 \d+$/.test(text)) ?? '';
    await userEvent.click(row!);
    await expect.poll(where).toContain('/flowinfo16');
    window.history.back();
    await expect.poll(where).toBe('/approval?list=tasks');
    await expect.element(page.getByText(title, { exact: true })).toBeInViewport();
  });
});

it('work home shows the waiting tasks and leads to them', async () => {
  await open('/work', { 'GET /api/v1/tenants/t1/user-tasks': taskPages(120) });
  await expect.element(page.getByRole('button', { name: /待我处理/ })).toMatchTextContent('…');
  await expect.element(page.getByText('申请 5', { exact: true })).toBeVisible();
  expect(page.getByText('申请 6', { exact: true }).query()).toBeNull();
  await page.getByRole('button', { name: /待我处理/ }).click();
  await expect.poll(where).toBe('/approval?list=tasks&state=awaiting');
});
