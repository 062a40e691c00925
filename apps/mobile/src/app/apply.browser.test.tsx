import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { type Answers, json, nothing, offline, refusal } from '../../testing/session/answers.ts';
import { createDraft } from '../features/apply/drafts/new-draft.rules.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../platform/adapters/memory/index.ts';
import { applicationDraftsOf } from '../platform/database/application-drafts.repository.ts';
import { localDatabase } from '../platform/database/local-database.compose.ts';
import { type PickedFile, StorageError, type StorageErrorCode } from '../platform/index.ts';

const now = Date.now();
const draftFlow = {
  id: 'f1',
  typeID: 3,
  type: 'trusted_mailbox_application',
  typeName: '可信邮箱申请',
  title: '在电脑上写的',
  description: '说明',
  state: 'new',
  applicant: { fid: 'fid-t1', name: '张伟' },
  createAt: now,
  updateAt: now,
  deadline: null,
};
const types = [
  { id: 3, name: '可信邮箱申请', type: 'trusted_mailbox_application' },
  { id: 6, name: '文件授权', type: 'file_authorization' },
];
const answers: Answers = {
  ...memberAnswers,
  'GET /api/v1/tenants/t1/flow-types': () => json({ total: 2, data: types }),
};

let mounted: Mounted | undefined;
async function createSignedIn(picks: readonly PickedFile[] = []): Promise<MemoryPlatform> {
  const platform = createMemoryPlatform({ picks });
  await storeSession(platform);
  return platform;
}

/** A device whose network disconnects when the answer `lost` is requested. */
async function createDisconnecting() {
  const platform = await createSignedIn();
  const lost = () => {
    platform.setOnline(false);
    return (offline as () => Response)();
  };
  return { platform, lost };
}

async function open(path: string, own: Answers = {}, before?: MemoryPlatform): Promise<MemoryPlatform> {
  const platform = before ?? (await createSignedIn());
  mounted = await mountApp({ path, platform, answers: { ...answers, ...own } });
  return platform;
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('textbox', { name });
const where = () => `${window.location.pathname}${window.location.search}`;

/** Answers successive requests with the given results and records the requests. */
function recordRequests(...results: (() => Response)[]) {
  const sent: { key: string | null; body: unknown }[] = [];
  const answer: Answers[string] = async (request) => {
    const text = await request.text();
    sent.push({ key: request.headers.get('idempotency-key'), body: text === '' ? null : JSON.parse(text) });
    return (results.shift() ?? (() => refusal('app.unknown_error', 500)))();
  };
  return { sent, answer };
}
const made = () => json({ data: draftFlow });
const submitted = () => json({ data: { id: 'f1', note: null, processTime: now, state: 'approving' } });

async function fillMailbox(): Promise<void> {
  await box('标题').fill('供应商邮箱');
  await box('要申请的邮箱').fill('box@partner.example');
}

/** Submits an application without a network and ends the app. */
async function queueOffline(own: Answers): Promise<MemoryPlatform> {
  const platform = await open('/work?view=apply&type=trusted_mailbox_application', own);
  await fillMailbox();
  await button('下一步').click();
  platform.setOnline(false);
  await button('联网后提交').click();
  await expect.element(page.getByText(/申请已保存在此设备/)).toBeVisible();
  mounted?.unmount();
  return platform;
}

beforeAll(() => page.viewport(360, 640));
afterEach(() => mounted?.unmount());

describe('application draft', () => {
  it('is restored completely after the app was killed', async () => {
    const platform = await open('/work?view=apply');
    await button(/可信邮箱申请/).click();
    await userEvent.type(box('标题'), '供应商邮箱');
    await userEvent.type(box('申请说明（选填）'), '每周对账');
    const address = where();
    await expect.element(page.getByText('已自动保存')).toBeInTheDocument();
    mounted?.unmount();
    await open(address, {}, platform);
    await expect.element(box('标题')).toHaveValue('供应商邮箱');
    await expect.element(box('申请说明（选填）')).toHaveValue('每周对账');
  });

  it('is saved at the service on leaving, and deleting it removes both copies', async () => {
    const creations = recordRequests(made);
    let discarded = 0;
    await open('/work?view=apply', {
      'POST /api/v1/tenants/t1/user-flows': creations.answer,
      'DELETE /api/v1/tenants/t1/flows/f1': () => {
        discarded += 1;
        return nothing();
      },
    });
    await button(/可信邮箱申请/).click();
    await fillMailbox();
    await button('返回').click();
    await expect.poll(() => creations.sent.length).toBe(1);
    expect(creations.sent[0]?.body).toMatchObject({ title: '供应商邮箱', submit: false });
    const drafts = page.getByRole('region', { name: '草稿' });
    await expect.element(drafts.getByText('供应商邮箱')).toBeVisible();
    await button('删除草稿：供应商邮箱').click();
    await expect.element(drafts).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).not.toBe(document.body);
    await button('撤销').click();
    await expect.element(drafts.getByText('供应商邮箱')).toBeVisible();
    expect(discarded).toBe(0);
    await button('删除草稿：供应商邮箱').click();
    await expect.poll(() => discarded).toBe(1);
  });

  it('opens a draft of another device, and shows an application that was sent from there', async () => {
    const info = { ...draftFlow, details: { email: 'pc@partner.example' }, detailNames: {}, myTask: null };
    let state = 'new';
    await open('/work?view=apply', {
      'GET /api/v1/tenants/t1/user-flows': (request) =>
        request.url.includes('state=new')
          ? json({ total: 1, data: [draftFlow] })
          : json({ total: 0, data: [] }),
      'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, state } }),
      'GET /api/v1/tenants/t1/flows/f1/files': () => json({ data: [] }),
      'GET /api/v1/tenants/t1/flows/f1/process': () => json({ data: [] }),
    });
    await button(/在电脑上写的 可信邮箱申请 · 在其他设备上保存/).click();
    await expect.element(box('标题')).toHaveValue('在电脑上写的');
    await expect.element(box('要申请的邮箱')).toHaveValue('pc@partner.example');
    mounted?.unmount();
    state = 'approving';
    await open('/work?view=apply&flow=f1', {
      'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, state } }),
      'GET /api/v1/tenants/t1/flows/f1/files': () => json({ data: [] }),
      'GET /api/v1/tenants/t1/flows/f1/process': () => json({ data: [] }),
    });
    await expect.poll(where).toBe('/flowinfo16?flowID=f1');
  });
});

describe('draft that is opened by its id alone', () => {
  const draftID = 'd'.repeat(32);

  it('names the storage that cannot be read, and opens the draft on retry', async () => {
    const platform = await createSignedIn();
    const drafts = applicationDraftsOf(await localDatabase(platform), 'a1');
    const draft = createDraft({ draftID, tid: 't1', type: 'trusted_mailbox_application', email: null });
    await drafts.upsert({ draftID, tid: 't1', body: JSON.stringify({ ...draft, title: '供应商邮箱' }) }, now);
    let failure: StorageErrorCode | null = 'storage.unavailable';
    const openDatabase = async (name: string) => {
      const sql = await platform.openDatabase(name);
      const query: typeof sql.query = async (statement, params) => {
        if (failure !== null && /from "?application_draft/iu.test(statement)) throw new StorageError(failure);
        return sql.query(statement, params);
      };
      return { ...sql, query };
    };
    await open(`/work?view=apply&draft=${draftID}`, {}, { ...platform, openDatabase });
    await expect.element(page.getByRole('alert')).toMatchTextContent('无法从设备存储中读取这份草稿');
    failure = 'storage.busy';
    await button('重试').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('设备存储正被本应用的其他窗口占用');
    failure = null;
    await button('重试').click();
    await expect.element(box('标题')).toHaveValue('供应商邮箱');
  });

  it('reports a draft that was deleted', async () => {
    await open(`/work?view=apply&draft=${draftID}`);
    await expect.element(page.getByText('这份草稿已不存在')).toBeVisible();
    await expect.element(button('重试')).not.toBeInTheDocument();
  });
});

it('reports a file of a reopened draft that is missing at the service and lets the user replace it', async () => {
  const draftID = 'd'.repeat(32);
  const draft = {
    ...createDraft({ draftID, tid: 't1', type: 'file_authorization', email: null }),
    files: [
      { id: 'one', name: '合同.pdf', size: 10, uri: 'kept' },
      { id: 'two', name: '附件.pdf', size: 10, uri: 'deleted' },
    ],
    updateAt: now,
  };
  const platform = await createSignedIn([
    { name: '新附件.pdf', size: 3, modifiedAt: now, read: async () => new Uint8Array(3) },
  ]);
  const drafts = applicationDraftsOf(await localDatabase(platform), 'a1');
  await drafts.upsert({ draftID, tid: 't1', body: JSON.stringify(draft) }, now);
  await open(
    `/work?view=apply&type=file_authorization&draft=${draftID}`,
    {
      'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: later }),
      'GET /api/v1/files/kept/receipt': () => json({ uri: 'kept' }),
      'GET /api/v1/files/deleted/receipt': () => refusal('file.file_does_not_exist', 404),
    },
    platform,
  );
  const files = page.getByRole('region', { name: '文件' });
  await expect.element(files.getByRole('alert')).toMatchTextContent('服务器上已没有此文件');
  await expect.element(files.getByText(/· 已上传$/)).toBeVisible();
  await button('重新选择 附件.pdf').click();
  await expect.element(files.getByText('新附件.pdf')).toBeVisible();
  await expect.element(files.getByText('附件.pdf')).not.toBeInTheDocument();
});

describe('submitting an application', () => {
  it('repeats the identical request automatically after a lost answer', async () => {
    const creations = recordRequests(offline as () => Response, made);
    const sent = recordRequests(submitted);
    await open('/work?view=apply&type=trusted_mailbox_application', {
      'POST /api/v1/tenants/t1/user-flows': creations.answer,
      'POST /api/v1/tenants/t1/flows/f1/actions/submit': sent.answer,
    });
    await fillMailbox();
    await button('下一步').click();
    await button('提交申请').click();
    await expect.element(page.getByText('正在提交，离开此页也会继续。')).toBeVisible();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1');
    expect(creations.sent).toHaveLength(2);
    expect(creations.sent[1]).toEqual(creations.sent[0]);
    expect(sent.sent).toHaveLength(1);
  });

  it('repeats the request of a withdrawn entry first after a lost answer, then sends the change', async () => {
    const { platform, lost } = await createDisconnecting();
    const creations = recordRequests(lost, made);
    const changed = recordRequests(() => made());
    const sent = recordRequests(submitted);
    await open(
      '/work?view=apply&type=trusted_mailbox_application',
      {
        'POST /api/v1/tenants/t1/user-flows': creations.answer,
        'PUT /api/v1/tenants/t1/flows/f1': changed.answer,
        'POST /api/v1/tenants/t1/flows/f1/actions/submit': sent.answer,
      },
      platform,
    );
    await fillMailbox();
    await button('下一步').click();
    await button('提交申请').click();
    await expect.element(page.getByText(/申请已保存在此设备/)).toBeVisible();
    await button('撤回并修改').click();
    await page.getByRole('dialog').getByRole('button', { name: '停止发送' }).click();
    await box('标题').fill('供应商对账邮箱');
    await button('下一步').click();
    await button('联网后提交').click();
    await expect.element(page.getByText(/申请已保存在此设备/)).toBeVisible();
    platform.setOnline(true);
    await expect.poll(where).toBe('/flowinfo16?flowID=f1');
    expect(creations.sent[1]).toEqual(creations.sent[0]);
    expect(changed.sent[0]?.body).toMatchObject({ title: '供应商对账邮箱' });
    expect(sent.sent).toHaveLength(1);
  });

  it('waits in the outbox while offline, is shown as waiting and is sent once at the next start', async () => {
    const creations = recordRequests(made);
    const sent = recordRequests(submitted);
    const own = {
      'POST /api/v1/tenants/t1/user-flows': creations.answer,
      'POST /api/v1/tenants/t1/flows/f1/actions/submit': sent.answer,
    };
    const platform = await queueOffline(own);
    await open('/work?view=outbox', own, platform);
    await expect.element(page.getByText('提交申请：供应商邮箱')).toBeVisible();
    await button('查看').click();
    await expect.element(page.getByText(/申请已保存在此设备/)).toBeVisible();
    mounted?.unmount();
    expect([creations.sent, sent.sent]).toEqual([[], []]);
    platform.setOnline(true);
    await open('/work?view=apply', own, platform);
    await expect.poll(() => sent.sent.length).toBe(1);
    await expect.element(page.getByRole('region', { name: '草稿' })).not.toBeInTheDocument();
    expect(creations.sent).toHaveLength(1);
  });

  it('returns a refused outbox entry as a draft with the reason and its full text', async () => {
    const own = {
      'POST /api/v1/tenants/t1/user-flows': () => refusal('work.flow_type_not_found', 404),
    };
    const platform = await queueOffline(own);
    platform.setOnline(true);
    await open('/work?view=apply', own, platform);
    const drafts = page.getByRole('region', { name: '草稿' });
    await expect.element(drafts.getByText(/未能提交/)).toBeVisible();
    await drafts.getByText('供应商邮箱').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(box('要申请的邮箱')).toHaveValue('box@partner.example');
    await box('标题').fill('换一个标题');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('treats an application that was already submitted as sent', async () => {
    const sent = recordRequests(offline as () => Response, () => refusal('work.flow_state_error', 409));
    await open('/work?view=apply&type=trusted_mailbox_application', {
      'POST /api/v1/tenants/t1/user-flows': made,
      'POST /api/v1/tenants/t1/flows/f1/actions/submit': sent.answer,
    });
    await fillMailbox();
    await button('下一步').click();
    await button('提交申请').click();
    await expect.poll(where).toBe('/flowinfo16?flowID=f1');
    expect(sent.sent).toHaveLength(2);
  });

  it('warns after a refusal that an earlier attempt with a lost answer may have succeeded', async () => {
    const { platform, lost } = await createDisconnecting();
    const own = {
      'POST /api/v1/tenants/t1/user-flows': made,
      'POST /api/v1/tenants/t1/flows/f1/actions/submit': recordRequests(lost, () =>
        refusal('login.tenant_access_denied', 403),
      ).answer,
    };
    await open('/work?view=apply&type=trusted_mailbox_application', own, platform);
    await fillMailbox();
    await button('下一步').click();
    await button('提交申请').click();
    await expect.element(page.getByText(/申请已保存在此设备/)).toBeVisible();
    platform.setOnline(true);
    const warning = '没有访问该企业的权限。此前的发送可能已经生效，请以申请详情为准。';
    await expect.element(page.getByRole('alert')).toMatchTextContent(warning);
    mounted?.unmount();
    await open('/work?view=apply', own, platform);
    await expect.element(page.getByRole('region', { name: '草稿' })).toMatchTextContent(warning);
  });

  it('leads back to the field that the service refused', async () => {
    await open('/work?view=apply&type=trusted_mailbox_application', {
      'POST /api/v1/tenants/t1/user-flows': () =>
        json({ code: 'app.invalid_request', message: 'x', params: { path: 'body.details.email' } }, 400),
    });
    await fillMailbox();
    await button('下一步').click();
    await button('提交申请').click();
    await expect.element(box('要申请的邮箱')).toHaveFocus();
    await expect.element(page.getByRole('alert')).toMatchTextContent('请输入正确的邮箱地址');
  });
});

it('shows the application types of a tenant, or that there are none, or why they cannot be loaded', async () => {
  let tries = 0;
  await open('/work?view=apply', {
    'GET /api/v1/tenants/t1/flow-types': () => {
      tries += 1;
      return tries === 1 ? refusal('work.request_failed', 502) : json({ total: 0, data: [] });
    },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent('无法连接企业服务');
  await button('重试').click();
  await expect.element(page.getByText('您的企业没有开放任何申请')).toBeVisible();
});
