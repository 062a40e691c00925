import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, close, open, taskPages, where } from '../../testing/app/work-world.ts';
import { type Answers, json, offline, refusal } from '../../testing/session/answers.ts';

beforeAll(() => page.viewport(360, 740));
afterEach(close);

/** The preferences of an account in the service, which another device may change. */
function preferenceAnswers(stored: Record<string, unknown> = {}) {
  const account = { version: 1, preferences: stored };
  const tag = () => `"${account.version}"`;
  const change = (preferences: Record<string, unknown>) =>
    Object.assign(account, { version: account.version + 1, preferences });
  const reads: (() => void)[] = [];
  const answers: Answers = {
    'GET /api/v1/account/preferences': () => {
      const response = json({ data: account });
      response.headers.set('ETag', tag());
      reads.shift()?.();
      return response;
    },
    'PUT /api/v1/account/preferences': async (request) => {
      if (request.headers.get('if-match') !== tag()) return refusal('admin.changed_meanwhile', 412);
      change((await request.json()).preferences);
      return json({ data: account });
    },
  };
  return { account, answers, change, afterNextRead: (act: () => void) => void reads.push(act) };
}

const openTasks = (query: string, answers: Answers) =>
  open(`/approval?${query}`, { 'GET /api/v1/tenants/t1/user-tasks': taskPages(3), ...answers });
const waiting = [{ name: '待办外发', query: 'list=tasks&state=awaiting&type=file_out' }];

describe('saved filters', () => {
  it('are saved for the account, beside its other preferences', async () => {
    const { account, answers } = preferenceAnswers({ 'table:people': 1 });
    await openTasks('list=tasks&state=awaiting', answers);
    await button('常用筛选').click();
    await page.getByLabelText('名称').fill('待办');
    await button('保存当前筛选').click();
    await expect.element(page.getByRole('listitem').filter({ hasText: '待办' })).toBeVisible();
    expect(account.preferences).toEqual({
      'table:people': 1,
      'work-filters:t1': [{ name: '待办', query: 'list=tasks&state=awaiting' }],
    });
  });

  it('show their list when pressed', async () => {
    const { answers } = preferenceAnswers({ 'work-filters:t1': waiting });
    await openTasks('list=flows', answers);
    await button('常用筛选').click();
    await page
      .getByRole('button', { name: /待办外发/u })
      .first()
      .click();
    await expect.poll(where).toBe('/approval?list=tasks&state=awaiting&type=file_out');
    await expect.element(button('常用筛选')).toBeVisible();
  });

  it('keep what another device saved at the same time', async () => {
    const { account, answers, change, afterNextRead } = preferenceAnswers();
    await openTasks('list=tasks&date=today', answers);
    await button('常用筛选').click();
    await expect.element(page.getByLabelText('名称')).toBeVisible();
    afterNextRead(() => change({ 'work-filters:t1': waiting }));
    await button('保存当前筛选').click();
    await expect.element(page.getByText('待办外发')).toBeVisible();
    expect(account.preferences).toEqual({
      'work-filters:t1': [{ name: '我的任务 · 今天', query: 'list=tasks&date=today' }, ...waiting],
    });
  });

  it('are removed, and come back by undo', async () => {
    const { account, answers } = preferenceAnswers({ 'work-filters:t1': waiting });
    await openTasks('list=tasks', answers);
    await button('常用筛选').click();
    await button('删除“待办外发”').click();
    await expect.poll(() => account.preferences).toEqual({ 'work-filters:t1': [] });
    await button('撤销').click();
    await expect.poll(() => account.preferences).toEqual({ 'work-filters:t1': waiting });
  });

  it('are those of the last visit without a network', async () => {
    const { answers } = preferenceAnswers({ 'work-filters:t1': waiting });
    const { platform } = await openTasks('list=tasks', answers);
    await button('常用筛选').click();
    await expect.element(page.getByText('待办外发')).toBeVisible();
    close();
    await open('/approval?list=tasks', { 'GET /api/v1/account/preferences': offline }, undefined, platform);
    await button('常用筛选').click();
    await expect.element(page.getByText('待办外发')).toBeVisible();
  });
});
