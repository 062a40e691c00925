import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { storeSession } from '../../testing/app/store-session.ts';
import { taskPages } from '../../testing/app/work-world.ts';
import { createRecord } from '../../testing/platform/records.ts';
import { type Answers, json, refusal } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { localDatabase } from '../platform/database/local-database.compose.ts';
import { recentFilesOf } from '../platform/documents/recent-files.repository.ts';
import { clearScrollPositions } from '../shell/navigation/scroll-restoration.hook.ts';
import { useShortcutHandlers } from '../shell/shortcuts/shortcuts.store.ts';

const session = {
  sessionID: 's1',
  kind: 'work',
  title: '审批通知',
  tid: 't1',
  unread: 0,
  updateAt: 1_700_000_000_000,
  lastMsg: null,
};
const message = {
  msgID: 'm1',
  sessionID: 's1',
  type: 'text',
  title: '',
  text: '请处理申请 7',
  createAt: 1,
  read: true,
  link: null,
};
const deputies = 'GET /api/v1/tenants/t1/user-deputies';
const answers: Answers = {
  ...memberAnswers,
  'GET /api/v1/user-msg-sessions': () => json({ total: 1, data: [session], unread: 0 }),
  'GET /api/v1/user-msg-sessions/s1/msgs': () => json({ total: 1, data: [message] }),
  'GET /api/v1/tenants/t1/user-tasks': taskPages(30),
  'GET /api/v1/tenants/t1/flow-types': () => json({ total: 0, data: [] }),
  [deputies]: () =>
    json({ total: 1, data: [{ fid: 'u9', name: '申请人甲', org: { orgID: 'o1', name: '法务部' } }] }),
  'POST /api/v1/tenants/t1/file-token': () => json({ token: 'file-token', expire: 1 }),
};

let mounted: Mounted | undefined;
beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
  clearScrollPositions();
});

async function open(path: string, own: Answers = {}) {
  const platform = createMemoryPlatform();
  const records = recentFilesOf(await localDatabase(platform), 'a1');
  await records.upsert(createRecord({ fileID: 'x1', fileWholeName: '申请材料.pdf' }), 'recent');
  await storeSession(platform);
  mounted = await mountApp({ path, platform, answers: { ...answers, ...own } });
  return platform;
}
const field = () => page.getByRole('searchbox', { name: '搜索消息、申请、文档和同事' });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const typeChip = (name: string) => page.getByRole('button', { name, exact: true });
const where = () => new URLSearchParams(window.location.search);

it('opens from the top bar and by the slash key, and shows each type with its count', async () => {
  await open('/sessionlist');
  const button = page.getByRole('button', { name: '全局搜索' });
  await expect.element(button).toBeVisible();
  // The code of the shortcuts loads after the screen.
  await expect.poll(() => useShortcutHandlers.getState().search?.length).toBe(1);
  await userEvent.keyboard('/');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('申请');
  await expect.element(heading('消息 1')).toBeVisible();
  await expect.element(heading('任务与申请 30')).toBeVisible();
  await expect.element(heading('文档 1')).toBeVisible();
  await expect.element(heading('同事 1')).toBeVisible();
  await expect.element(page.getByRole('status').getByText('找到 33 条结果')).toBeInTheDocument();
  // What was found is marked, in the title and in the text of a message.
  const marked = () => new Set([...document.querySelectorAll('mark')].map(({ textContent }) => textContent));
  await expect.poll(marked).toEqual(new Set(['申请']));
  await expect.element(page.getByRole('button', { name: /审批通知.*请处理申请 7/ })).toBeVisible();
  expect(where().get('q')).toBe('申请');
});

it('ignores the slash key in a text field', async () => {
  await open('/document');
  await page.getByRole('searchbox', { name: '搜索文件名' }).click();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox', { name: '搜索文件名' })).toHaveValue('/');
  expect(where().get('view')).toBeNull();
});

it('shows all results of a type, loads more, and is at the same place when one comes back', async () => {
  await open('/work?view=find&q=申请');
  await page.getByRole('button', { name: '查看全部 30 条' }).click();
  await expect.element(page.getByText('申请 20', { exact: true })).toBeInTheDocument();
  await page.getByRole('button', { name: '加载更多' }).click();
  const last = page.getByRole('button', { name: /申请 30/ });
  await last.click();
  await expect.poll(() => window.location.pathname).toBe('/flowinfo16');
  window.history.back();
  await expect.element(last).toBeInViewport();
  expect(typeChip('任务与申请').element().getAttribute('aria-pressed')).toBe('true');
  window.history.back();
  await expect.element(heading('任务与申请 30')).toBeVisible();
});

it('lists recent searches, which are chosen again, deleted one by one or all at once', async () => {
  const platform = await open('/document?view=find');
  await field().fill('材料');
  await expect.element(heading('文档 1')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await field().fill('申请');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: '清除搜索内容' }).click();
  await page.getByRole('button', { name: '材料', exact: true }).click();
  await expect.element(field()).toHaveValue('材料');
  await page.getByRole('button', { name: '清除搜索内容' }).click();
  await page.getByRole('button', { name: '删除“申请”' }).click();
  await expect.poll(() => page.getByRole('button', { name: '申请', exact: true }).query()).toBeNull();
  await page.getByRole('button', { name: '清空' }).click();
  await expect.poll(() => page.getByRole('heading', { name: '最近搜索' }).query()).toBeNull();
  const sql = await localDatabase(platform);
  await expect.poll(() => sql.query('SELECT * FROM recent_search')).toEqual([]);
});

it('goes through the results with the arrow keys and opens one with Enter', async () => {
  await open('/document?view=find&q=申请');
  await expect.element(heading('同事 1')).toBeVisible();
  await expect.element(heading('消息 1')).toBeVisible();
  await field().click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('button', { name: /审批通知/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => window.location.pathname).toBe('/messagelist');
});

it('offers to name a found colleague as deputy', async () => {
  await open('/myinfo?view=find&q=申请');
  await page.getByRole('button', { name: /申请人甲/ }).click();
  await page.getByRole('button', { name: '设为外出代理人' }).click();
  await expect.element(page.getByRole('button', { name: /申请人甲/ })).toBeVisible();
  expect(where().get('view')).toBe('absence');
});

it('searches what the device has stored while there is no network, and says so', async () => {
  const platform = await open('/document?view=find');
  platform.setOnline(false);
  await field().fill('材料');
  await expect.element(heading('文档 1')).toBeVisible();
  await expect.element(page.getByText('仅在本设备保存的内容中查找', { exact: false })).toBeVisible();
});

it('shows the failure of one type with a way to repeat it, beside the results of the others', async () => {
  let isRefused = true;
  await open('/document?view=find&q=申请', {
    [deputies]: (request) =>
      isRefused ? refusal('internal.rate_limited', 429) : (answers[deputies]?.(request) ?? refusal('x')),
  });
  await expect.element(heading('文档 1')).toBeVisible();
  await expect.element(page.getByRole('alert')).toBeVisible();
  isRefused = false;
  await page.getByRole('alert').getByRole('button').click();
  await expect.element(heading('同事 1')).toBeVisible();
});

it('says that nothing was found', async () => {
  const none = () => json({ total: 0, data: [], unread: 0 });
  await open('/document?view=find&q=没有这个', {
    'GET /api/v1/user-msg-sessions': none,
    'GET /api/v1/tenants/t1/user-tasks': none,
    [deputies]: none,
  });
  await expect.element(page.getByText('没有找到与“没有这个”相关的内容')).toBeVisible();
});
