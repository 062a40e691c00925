import { lockedPdf } from '@sealflow/viewers/testing/locked-pdf.ts';
import { richPdf } from '@sealflow/viewers/testing/rich-pdf.ts';
import { zipOf } from '@sealflow/viewers/testing/sample-zip.ts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { documentRow, type OpenedDocument, openDocument, preview } from '../../testing/app/document-world.ts';
import { json, userWith } from '../../testing/session/answers.ts';

let opened: OpenedDocument | undefined;

const field = preview.getByRole('searchbox', { name: '在文档中搜索' });
const pageButton = (at: number, all: number) =>
  preview.getByRole('button', { name: `第 ${at} 页，共 ${all} 页, 跳转到页` });
const contract = richPdf({
  pages: Array.from({ length: 30 }, (_, index) => ({
    lines: [`第${index + 1}页`, index % 10 === 4 ? '违约金' : '一般条款'],
  })),
  chapters: [
    ['第一章', 1, 800],
    ['第二章', 20, 800],
  ],
});

const emptyOdt = () =>
  zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' }, { level: 0 });

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  opened?.close();
  opened = undefined;
});

it('searches by keyboard, and Escape closes the search before the document', async () => {
  opened = await openDocument('合同.pdf', contract);
  await expect.element(pageButton(1, 30)).toBeVisible();
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('违约金');
  await expect.element(preview.getByText('第 1 处，共 3 处')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(preview.getByText('第 2 处，共 3 处')).toBeInTheDocument();
  await expect.element(pageButton(15, 30)).toBeVisible();
  await userEvent.keyboard('{F3}{F3}');
  await expect.element(preview.getByText('第 1 处，共 3 处')).toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{F3}{/Shift}');
  await expect.element(preview.getByText('第 3 处，共 3 处')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => field.query()).toBeNull();
  await expect.element(preview).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => preview.query()).toBeNull();
});

it('searches by keyboard while the focus is still on the row that opened it', async () => {
  opened = await openDocument('合同.pdf', richPdf({ pages: [{ lines: ['第1页'] }] }));
  await expect.element(preview.getByRole('button', { name: '搜索' })).toBeVisible();
  const row = document.querySelector('#root button');
  row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }));
  await expect.element(field).toHaveFocus();
});

it('closes its layers in reverse order on back, and reopens at the same page', async () => {
  opened = await openDocument('合同.pdf', contract);
  await expect.element(pageButton(1, 30)).toBeVisible();
  await preview.getByRole('button', { name: '目录与页面' }).click();
  await page.getByRole('button', { name: /^第二章/ }).click();
  await expect.element(pageButton(20, 30)).toBeVisible();

  await preview.getByRole('button', { name: '搜索', exact: true }).click();
  await preview.getByRole('button', { name: '目录与页面' }).click();
  const contents = page.getByRole('dialog', { name: '目录与页面' });
  await expect.element(contents).toBeVisible();
  window.history.back();
  await expect.poll(() => contents.query()).toBeNull();
  await expect.element(field).toBeVisible();
  window.history.back();
  await expect.poll(() => field.query()).toBeNull();
  await expect.element(pageButton(20, 30)).toBeVisible();
  window.history.back();
  await expect.poll(() => preview.query()).toBeNull();

  await documentRow('合同.pdf').click();
  await expect.element(pageButton(20, 30)).toBeVisible();
});

it('asks for a password, and explains why no document is shown without one', async () => {
  opened = await openDocument('保密.pdf', lockedPdf('2026'));
  const password = page.getByRole('textbox', { name: '文档密码' });
  await expect.element(password).toHaveFocus();
  await password.fill('1234');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('密码不正确，请重试')).toBeVisible();
  await page.getByRole('button', { name: '取消' }).click();
  await expect.element(preview.getByText('没有密码，无法打开此文档')).toBeVisible();
  await preview.getByRole('button', { name: '重试' }).click();
  await password.fill('2026');
  await page.getByRole('button', { name: '打开', exact: true }).click();
  await expect.element(preview.getByText('保密合同')).toBeInTheDocument();
});

it('offers no exact pages if the organisation has switched them off, and says so for a format that has nothing else', async () => {
  const off = {
    'GET /api/v1/tenants/t1/current-user': () => json({ ...userWith('users'), exactPages: 'off' }),
  };
  opened = await openDocument('纪要.odt', await emptyOdt(), { answers: off });
  await expect.element(preview.getByText('没有快速视图，你的组织已关闭精确版式。')).toBeVisible();
  expect(preview.getByRole('button', { name: '精确版式' }).query()).toBeNull();
});

it('offers exact pages if the organisation says nothing', async () => {
  opened = await openDocument('纪要.odt', await emptyOdt());
  await expect.element(preview.getByRole('button', { name: '精确版式' }).first()).toBeVisible();
});
