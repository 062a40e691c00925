import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeDocument } from '../../testing/app/document-world.ts';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { close, flow, now, open, task, where } from '../../testing/app/work-world.ts';
import { json } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';

const row = (name: string | RegExp) => page.getByRole('button', { name });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const itemNames = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent);

/** The upper left corner of the open menu. */
const menuCorner = () => page.getByRole('menu').element().getBoundingClientRect();

/** The element of a row, once the list has it. */
async function rowElement(name: RegExp): Promise<HTMLElement> {
  await expect.element(row(name)).toBeVisible();
  return row(name).element() as HTMLElement;
}

/** Opens the menu of a row as the right button of the mouse does. */
async function openMenu(name: string | RegExp): Promise<void> {
  await row(name).click({ button: 'right' });
  await expect.element(page.getByRole('menu')).toBeVisible();
}

beforeEach(() => page.viewport(1200, 700));
afterEach(async () => {
  close();
  await page.viewport(390, 844);
});

describe('the context menu of a task', () => {
  it('opens where the mouse is, and Escape returns to the row', async () => {
    await open('/approval?list=tasks');
    const box = (await rowElement(/申请 2/)).getBoundingClientRect();
    await row(/申请 2/).click({ button: 'right', position: { x: 120, y: 30 } });
    await expect.element(item('打开')).toBeVisible();
    await expect.poll(() => menuCorner().x).toBeCloseTo(box.left + 120, -1);
    expect(menuCorner().y).toBeCloseTo(box.top + 30, -1);
    expect(itemNames()).toEqual(['打开', '同意', '拒绝', '选择']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => page.getByRole('menu').query()).toBeNull();
    await expect.element(row(/申请 2/)).toHaveFocus();
    expect(where()).toBe('/approval?list=tasks');
  });

  it('opens from the keyboard at the row, and leads to the form of a decision without deciding', async () => {
    const mounted = await open('/approval?list=tasks');
    const element = await rowElement(/申请 1/);
    element.focus();
    // The menu key and Shift+F10 end in this event; headless engines have no such key.
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 0 }));
    await expect.element(item('打开')).toBeVisible();
    const box = element.getBoundingClientRect();
    await expect.poll(() => menuCorner().right).toBeCloseTo(box.right, -1);
    expect(menuCorner().top).toBeCloseTo(box.bottom + 4, -1);
    await expect.element(item('打开')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(where).toBe('/taskagree?flowID=f1&taskID=k1');
    expect(mounted.requests.filter((call) => call.startsWith('POST') && call.includes('/tasks/'))).toEqual(
      [],
    );
  });

  it('offers no decision on what cannot be decided, and starts the selection', async () => {
    await open('/approval?list=tasks', {
      'GET /api/v1/tenants/t1/user-tasks': () =>
        json({ total: 2, data: [{ ...task(1), state: 'processed', outcome: 'approved' }, task(2)] }),
    });
    await openMenu(/申请 1/);
    expect(itemNames()).toEqual(['打开']);
    await userEvent.keyboard('{Escape}');
    await openMenu(/申请 2/);
    await item('选择').click();
    await expect
      .element(page.getByRole('checkbox', { name: /申请 2/ }))
      .toHaveAttribute('aria-checked', 'true');
  });

  it('leaves a long press of a finger to the selection', async () => {
    await open('/approval?list=tasks');
    const element = await rowElement(/申请 1/);
    element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 0 }));
    await expect.element(page.getByRole('checkbox', { name: /申请 1/ })).toBeVisible();
    expect(page.getByRole('menu').query()).toBeNull();
  });
});

it('reminds the approvers of an own application', async () => {
  const mounted = await open('/approval?list=flows', {
    'GET /api/v1/tenants/t1/user-flows': () => json({ total: 1, data: [{ ...flow, updateAt: now }] }),
    'POST /api/v1/tenants/t1/flows/f1/actions/remind': () => json({ data: { reminded: 2 } }),
  });
  await openMenu(/外发合同/);
  await item('催办').click();
  await expect.element(page.getByText('已提醒 2 人')).toBeVisible();
  expect(mounted.requests).toContain('POST /api/v1/tenants/t1/flows/f1/actions/remind');
});

it('removes a document, which can be undone', async () => {
  const platform = createMemoryPlatform();
  await storeDocument(platform, '合同.txt', new TextEncoder().encode('x'));
  await storeSession(platform);
  const mounted = await mountApp({
    path: '/document',
    platform,
    answers: {
      ...memberAnswers,
      'POST /api/v1/tenants/t1/file-token': () => json({ token: 't', expire: later }),
    },
  });
  await openMenu(/合同\.txt/);
  expect(itemNames()).toEqual(['置顶', '选择', '删除']);
  await item('删除').click();
  await expect.poll(() => row(/合同\.txt/).query()).toBeNull();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.element(row(/合同\.txt/)).toBeVisible();
  mounted.unmount();
});

it('marks the messages of a session as read', async () => {
  const session = {
    sessionID: 's1',
    title: '工作通知',
    kind: 'work',
    unread: 2,
    updateAt: now,
    lastMsg: null,
  };
  const mounted = await open('/sessionlist', {
    'GET /api/v1/user-msg-sessions': () => json({ total: 1, data: [session], unread: 2 }),
    'POST /api/v1/user-msg-sessions/s1/actions/read': () => json({ data: { unread: 0 } }),
  });
  await openMenu(/工作通知/);
  await item('标为已读').click();
  await expect.poll(() => mounted.requests).toContain('POST /api/v1/user-msg-sessions/s1/actions/read');
  await expect.poll(() => row(/工作通知/).element().textContent).not.toContain('2 条未读');
  await openMenu(/工作通知/);
  expect(itemNames()).toEqual(['打开']);
});
