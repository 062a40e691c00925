import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { openArea, openRow, pressIn, signInToConsole } from '../support/console.ts';
import { addMember } from '../support/members.ts';
import { Client, sealflow } from '../support/service.ts';

const desktop = { width: 1280, height: 800 };
test.use({ viewport: desktop, locale: 'zh-CN', hasTouch: false });

const { common, people, settings } = zh;
const texts = common.changedMeanwhile;

test(
  'what one administrator changes another sees at once, and neither overwrites the other unasked',
  { tag: '@once' },
  async ({ page: own, openApp }, testInfo) => {
    const tid = `live-${randomUUID().slice(0, 8)}`;
    await sealflow('tenant', 'create', '同改公司', '--id', tid, '--service-version', 'eds-pro_16.2');
    const add = (name: string, roles: string) =>
      addMember({ tid, name, roles, passwordFile: testInfo.outputPath('password') });
    const one = await add('甲管理', 'users,administrators');
    const two = await add('乙管理', 'users,administrators');
    await add('丙成员', 'users');
    const { page: other } = await openApp(desktop);
    const peopleAddress = `/console/t/${tid}/people`;
    await signInToConsole(other, one, peopleAddress);
    await signInToConsole(own, two, peopleAddress);

    const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
    const nameIn = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: people.name });
    const change = async (page: Page, from: string, to: string) => {
      await openRow(page, from);
      await pressIn(page, 'dialog', common.change);
      await nameIn(page).fill(to);
    };
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

    // The open list follows.
    await expect(row(own, '丙成员')).toBeVisible();
    await change(other, '丙成员', '丙一');
    await pressIn(other, 'dialog', common.save);
    await expect(row(own, '丙一')).toBeVisible();
    await pressIn(other, 'dialog', common.close);

    // The open form keeps what is typed, says who changed its object, and does not overwrite it.
    await change(own, '丙一', '丙己');
    await change(other, '丙一', '丙他');
    await pressIn(other, 'dialog', common.save);
    const notice = own.getByRole('status').filter({ hasText: texts.by.member('甲管理') });
    await expect(notice).toBeVisible();
    await expect(nameIn(own)).toHaveValue('丙己');
    const refused = own.waitForResponse((answer) => answer.status() === 412);
    await pressIn(own, 'dialog', common.save);
    await refused;
    const versions = own.getByRole('alertdialog');
    await expect(versions).toContainText('丙他');
    await expect(versions).toContainText('丙己');
    const administrator = await Client.signIn(one);
    const stored = await administrator.call(
      'GET /api/v1/tenants/{tid}/admin/members',
      `/api/v1/tenants/${tid}/admin/members?keyword=${encodeURIComponent('丙')}`,
    );
    expect(stored.data.map(({ name }) => name)).toEqual(['丙他']);
    await pressIn(own, 'alertdialog', texts.overwrite);
    await expect(other.getByRole('dialog')).toContainText('丙己');
    await pressIn(other, 'dialog', common.close);
    await pressIn(own, 'dialog', common.close);

    // The settings of the organisation: first without, then with typed values.
    await openArea(own, 'settings');
    const organisation = own.getByRole('textbox', { name: settings.name });
    await expect(organisation).toHaveValue('同改公司');
    const rename = (name: string) =>
      administrator.call(
        'PUT /api/v1/tenants/{tid}/admin/settings',
        `/api/v1/tenants/${tid}/admin/settings`,
        { name },
      );
    await rename('同改一公司');
    await expect(organisation).toHaveValue('同改一公司');
    await expect(own.getByText(texts.followed)).toBeVisible();
    await organisation.fill('己公司');
    await rename('他公司');
    await expect(notice).toContainText(texts.kept);
    await press(own, texts.compare);
    await expect(versions).toContainText('他公司');
    await expect(versions).toContainText('己公司');
    await pressIn(own, 'alertdialog', texts.takeTheirs);
    await expect(organisation).toHaveValue('他公司');

    // Other lists follow too.
    await openArea(own, 'roles');
    await administrator.call('POST /api/v1/tenants/{tid}/admin/roles', `/api/v1/tenants/${tid}/admin/roles`, {
      roleID: `live-${tid}`,
      name: '同改角色',
      rights: [],
    });
    await expect(row(own, '同改角色')).toBeVisible();
    await openArea(own, 'departments');
    await administrator.call(
      'POST /api/v1/tenants/{tid}/admin/organisations',
      `/api/v1/tenants/${tid}/admin/organisations`,
      { orgID: `live-${tid}`, name: '同改部' },
    );
    await expect(row(own, '同改部')).toBeVisible();
  },
);
