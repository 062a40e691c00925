import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, close, info, open, task, where } from '../../testing/app/work-world.ts';
import { json } from '../../testing/session/answers.ts';
import { resetDeviceSwitches } from '../shell/shortcuts/device-switch.store.ts';
import { useKeyListener } from '../shell/shortcuts/shortcuts.store.ts';

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
const row = (index: number) => page.getByRole('button', { name: new RegExp(`^申请 ${index} `) });
const shown = (index: number) => page.getByRole('main').getByRole('heading', { name: `申请 ${index}` });
const help = () => page.getByRole('dialog', { name: '键盘快捷键' });
const palette = () => page.getByRole('dialog', { name: '命令面板' });
const field = () => page.getByRole('combobox', { name: '输入操作、任务、文档或页面' });

/** Opens the list of tasks, and waits until the app listens for keys. */
async function openList() {
  const mounted = await open('/approval?list=tasks', flows);
  await expect.element(row(3)).toBeVisible();
  await expect.poll(() => useKeyListener.getState().isListening).toBe(true);
  return mounted;
}

beforeEach(() => page.viewport(1000, 700));
afterEach(async () => {
  close();
  resetDeviceSwitches();
  await page.viewport(390, 844);
});

describe('shortcuts', () => {
  it('move through a list and open its rows beside it, while the focus stays in the list', async () => {
    await openList();
    await userEvent.keyboard('j');
    await expect.element(shown(1)).toBeVisible();
    await expect.element(row(1)).toHaveFocus();
    await userEvent.keyboard('j');
    await expect.element(shown(2)).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(shown(3)).toBeVisible();
    await userEvent.keyboard('k');
    await expect.element(shown(2)).toBeVisible();
    await expect.element(row(2)).toHaveFocus();
    // Enter goes on from the row into its detail, Escape back to the row.
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { level: 1, name: '申请详情' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(where).toBe('/approval?list=tasks');
    await expect.element(row(2)).toHaveFocus();
  });

  it('select rows on a phone, where Enter opens them', async () => {
    await page.viewport(390, 844);
    await openList();
    await userEvent.keyboard('jj');
    await expect.element(row(2)).toHaveFocus();
    expect(where()).toBe('/approval?list=tasks');
    await userEvent.keyboard('{Enter}');
    await expect.element(shown(2)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(where).toBe('/approval?list=tasks');
  });

  it('are text in a field, and do nothing with a modifier key, in a dialog or from a script', async () => {
    await openList();
    await row(1).click();
    await expect.element(shown(1)).toBeVisible();
    await userEvent.keyboard('{Control>}a{/Control}{Alt>}r{/Alt}{Meta>}a{/Meta}{Shift>}A{/Shift}');
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    await userEvent.keyboard('/');
    const search = page.getByRole('searchbox');
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('ar?jk/');
    await expect.element(search).toHaveValue('ar?jk/');
    expect(help().query()).toBeNull();
    expect(where()).toContain('/flowinfo16');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('?');
    await expect.element(help()).toBeVisible();
    await userEvent.keyboard('ar');
    expect(where()).toContain('/flowinfo16');
    await userEvent.keyboard('?');
    await expect.poll(() => help().query()).toBeNull();
    await userEvent.keyboard('r');
    await expect.poll(where).toContain('/taskrefuse');
  });

  it('are named by their buttons only while the app listens for keys', async () => {
    await openList();
    await row(1).click();
    await expect.element(button('同意')).toHaveAttribute('aria-keyshortcuts', 'A');
    useKeyListener.setState({ isListening: false });
    await expect.element(button('同意')).not.toHaveAttribute('aria-keyshortcuts');
    await expect.element(button('同意')).not.toHaveAttribute('title');
  });

  it('are named by their buttons, and end with the setting for single keys', async () => {
    const { platform } = await openList();
    await row(1).click();
    await expect.element(button('同意')).toHaveAttribute('aria-keyshortcuts', 'A');
    await expect.element(button('同意')).toHaveAttribute('title', '同意 (A)');
    await page.getByRole('link', { name: /我的/ }).click();
    await page.getByRole('switch', { name: '单键快捷键' }).click();
    await expect.poll(() => platform.preferences.get('singleKeys')).toBe('false');
    await userEvent.keyboard('?');
    await page.getByRole('link', { name: /工作/ }).click();
    await row(1).click();
    await expect.element(shown(1)).toBeVisible();
    await expect.element(button('同意')).not.toHaveAttribute('aria-keyshortcuts');
    await userEvent.keyboard('arj');
    expect(where()).toContain('/flowinfo16');
    expect(help().query()).toBeNull();
    // Keys that are not a character go on to act.
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette()).toBeVisible();
  });
});

describe('the command palette', () => {
  it('finds stored tasks by two characters without a network, and offers the choice again', async () => {
    const { platform } = await openList();
    platform.setOnline(false);
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('申请 3');
    const option = page.getByRole('option', { name: /^申请 3/ });
    await expect.element(option).toHaveAttribute('aria-selected', 'true');
    expect(field().element().getAttribute('aria-activedescendant')).toBe(option.element().id);
    await userEvent.keyboard('{Enter}');
    await expect.poll(where).toContain('flowID=f3');
    await expect.poll(() => palette().query()).toBeNull();
    await userEvent.keyboard('{Control>}k{/Control}');
    const recent = page.getByRole('group', { name: '最近使用' });
    await expect.element(recent.getByRole('option', { name: /^申请 3/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => palette().query()).toBeNull();
  });

  it('finds colleagues, and leads to the search for everything', async () => {
    await open('/approval?list=tasks', {
      ...flows,
      'GET /api/v1/tenants/t1/user-deputies': () =>
        json({ total: 1, data: [{ fid: 'u7', name: '周敏', org: { orgID: 'o1', name: '法务部' } }] }),
    });
    await expect.element(row(3)).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('周敏');
    const person = page.getByRole('group', { name: '同事' }).getByRole('option', { name: /周敏/ });
    await expect.element(person).toBeVisible();
    await page.getByRole('option', { name: '在全部内容中搜索“周敏”' }).click();
    await expect.poll(where).toBe(`/sessionlist?${new URLSearchParams({ view: 'find', q: '周敏' })}`);
  });

  it('runs an action of the shown task, and moves by the arrow keys', async () => {
    await openList();
    await row(1).click();
    await expect.element(shown(1)).toBeVisible();
    await page.getByRole('button', { name: '命令' }).click();
    await expect
      .element(page.getByRole('option', { name: /^同意此任务/ }))
      .toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown}');
    await expect
      .element(page.getByRole('option', { name: /^拒绝此任务/ }))
      .toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.poll(where).toContain('/taskrefuse');
  });

  it('offers the search for everything if nothing else matches', async () => {
    await openList();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('xyzxyz');
    await expect.element(page.getByRole('option')).toHaveTextContent('在全部内容中搜索“xyzxyz”');
  });
});
