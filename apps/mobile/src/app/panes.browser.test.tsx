import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  button,
  close,
  decided,
  decisions,
  info,
  open,
  task,
  taskPages,
  where,
} from '../../testing/app/work-world.ts';
import { json } from '../../testing/session/answers.ts';

const flows = Object.fromEntries(
  [1, 2, 3, 4].flatMap((index) => [
    [
      `GET /api/v1/tenants/t1/flows/f${index}`,
      () =>
        json({
          data: { ...info, ...task(index).flow, myTask: { ...info.myTask, id: `k${index}` } },
        }),
    ],
    [`GET /api/v1/tenants/t1/flows/f${index}/files`, () => json({ data: [] })],
    [`GET /api/v1/tenants/t1/flows/f${index}/process`, () => json({ data: [] })],
  ]),
);
const row = (index: number) => page.getByRole('button', { name: new RegExp(`^申请 ${index} `) });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const list = () => document.querySelector('#list-pane');
const listContent = () => list()?.querySelector('main') ?? null;

/** Scrolls the list. The list computes with the offset of the last scroll event, which comes in the next frame. */
async function scrollList(top: number): Promise<void> {
  const content = listContent();
  if (content === null) throw new Error('The list pane has no content');
  const scrolled = new Promise((resolve) => content.addEventListener('scroll', resolve, { once: true }));
  content.scrollTo(0, top);
  await scrolled;
}

beforeEach(() => page.viewport(1000, 700));
afterEach(async () => {
  close();
  await page.viewport(390, 844);
});

describe('list and detail side by side', () => {
  it('opens a row beside its list, replaces it by another one, and returns to the row', async () => {
    await open('/approval?list=tasks', flows);
    await expect.element(page.getByText('选择一项任务或申请')).toBeVisible();
    await row(2).click();
    await expect.poll(where).toContain('flowID=f2');
    await expect.element(heading('申请详情')).toHaveFocus();
    await expect.element(page.getByRole('heading', { name: '申请 2' })).toBeVisible();
    await expect.element(row(2)).toHaveAttribute('aria-current', 'true');
    expect(page.getByRole('main').elements()).toHaveLength(1);

    await row(3).click();
    await expect.element(page.getByRole('heading', { name: '申请 3' })).toBeVisible();
    await expect.element(row(3)).toHaveAttribute('aria-current', 'true');
    await expect.element(row(2)).not.toHaveAttribute('aria-current');

    // The other row took the place of the first: one step leads back to the list.
    window.history.back();
    await expect.poll(where).toBe('/approval?list=tasks');
    await expect.element(page.getByText('选择一项任务或申请')).toBeVisible();
    await expect.element(row(3)).toHaveFocus();
  });

  it('leaves the detail by Escape, but not from a text field', async () => {
    await open('/approval?list=tasks', flows);
    await row(1).click();
    await expect.element(button('同意')).toBeVisible();
    await button('同意').click();
    const remark = page.getByRole('textbox', { name: '审批意见' });
    await remark.fill('可以');
    await userEvent.keyboard('{Escape}');
    await expect.element(remark).toHaveValue('可以');
    await expect.element(row(1)).toHaveAttribute('aria-current', 'true');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Escape}');
    await expect.poll(where).toContain('/flowinfo');
    await userEvent.keyboard('{Escape}');
    await expect.poll(where).toBe('/approval?list=tasks');
    await expect.element(row(1)).toHaveFocus();
  });

  it('shows the list of a detail that was opened by its address, and leaves several steps at once', async () => {
    await open('/flowinfo?flowID=f1&taskID=k1', flows);
    await expect.element(page.getByRole('heading', { name: '申请 1' })).toBeVisible();
    await expect.element(row(1)).toHaveAttribute('aria-current', 'true');
    await page.getByRole('link', { name: /工作/ }).click();
    await expect.poll(where).toBe('/work');

    await row(2).click();
    await button('同意').click();
    await expect.poll(where).toContain('/taskagree');
    await row(3).click();
    await expect.element(page.getByRole('heading', { name: '申请 3' })).toBeVisible();
    window.history.back();
    await expect.poll(where).toBe('/work');
  });

  it('keeps a filter that changed beside the detail', async () => {
    await open('/approval?list=tasks', flows);
    await row(1).click();
    await expect.poll(where).toContain('/flowinfo');
    await page.getByRole('button', { name: '我的申请' }).click();
    await expect
      .element(page.getByRole('button', { name: '我的申请' }))
      .toHaveAttribute('aria-current', 'page');
    expect(where()).toContain('/flowinfo');
    window.history.back();
    await expect.poll(where).toContain('list=flows');
    await expect
      .element(page.getByRole('button', { name: '我的申请' }))
      .toHaveAttribute('aria-current', 'page');
  });

  it('shows the result of a decision and the next task beside the list', async () => {
    const { answer, sent } = decisions(decided);
    // A task that was not opened from a list is followed by its result.
    await open('/flowinfo16?flowID=f1&taskID=k1', {
      ...flows,
      'POST /api/v1/tenants/t1/tasks/k1/actions/approve': answer,
    });
    await button('同意').click();
    await button('确认同意').click();
    await expect.poll(where).toContain('/flowfinish');
    expect(sent).toHaveLength(1);
    await button('完成').click();
    await expect.poll(where).toBe('/work');
  });
});

describe('resizing', () => {
  it('keeps the typed remark, the selection and the place in the list', async () => {
    await open('/approval?list=tasks', { ...flows, 'GET /api/v1/tenants/t1/user-tasks': taskPages(60) });
    await expect.element(row(1)).toBeVisible();
    await scrollList(120);
    await expect.element(row(4)).toBeVisible();
    await row(4).click();
    await button('同意').click();
    const remark = page.getByRole('textbox', { name: '审批意见' });
    await remark.fill('看过了，同意');
    const field = remark.element();
    const top = listContent()?.scrollTop;

    await page.viewport(700, 900);
    await expect.poll(list).toBeNull();
    expect(page.getByRole('navigation').elements()).toHaveLength(0);
    await page.viewport(1500, 700);
    await expect.element(row(4)).toHaveAttribute('aria-current', 'true');
    await expect.element(remark).toHaveValue('看过了，同意');
    expect(remark.element()).toBe(field);
    await expect.poll(() => listContent()?.scrollTop).toBe(top);
  });

  it('keeps the list mounted where it is the screen of the address', async () => {
    await open('/approval?list=tasks', { 'GET /api/v1/tenants/t1/user-tasks': taskPages(60) });
    await expect.element(row(1)).toBeVisible();
    const content = listContent();
    await scrollList(300);
    await page.viewport(700, 700);
    await expect.poll(() => page.getByText('选择一项任务或申请').elements().length).toBe(0);
    await page.viewport(1000, 700);
    await expect.element(page.getByText('选择一项任务或申请')).toBeVisible();
    expect(listContent()).toBe(content);
    await expect.poll(() => content?.scrollTop).toBe(300);
  });
});

describe('the separator', () => {
  const separator = () => page.getByRole('separator', { name: '列表宽度' });
  const width = () => Math.round(list()?.getBoundingClientRect().width ?? 0);

  it('changes the width of the list by keys, within its limits, and stores it', async () => {
    const { platform } = await open('/work');
    await expect.element(separator()).toHaveAttribute('aria-valuenow', '360');
    expect(width()).toBe(360);
    (separator().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(separator()).toHaveAttribute('aria-valuenow', '380');
    expect(width()).toBe(380);
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(width()).toBe(420);
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(width()).toBe(320);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => platform.preferences.get('listWidth')).toBe('330');
  });

  it('follows the pointer, and a double click restores the default', async () => {
    const { platform } = await open('/work');
    await expect.element(separator()).toBeVisible();
    const element = separator().element();
    const send = (type: string, clientX: number) =>
      element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, button: 0 }));
    element.setPointerCapture = () => undefined;
    send('pointerdown', 400);
    send('pointermove', 450);
    await expect.poll(width).toBe(410);
    send('pointermove', 900);
    await expect.poll(width).toBe(420);
    send('pointerup', 900);
    await expect.poll(() => platform.preferences.get('listWidth')).toBe('420');
    element.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    await expect.poll(width).toBe(360);
    expect(await platform.preferences.get('listWidth')).toBeNull();
  });
});
