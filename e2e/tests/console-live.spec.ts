import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { signInToConsole } from '../support/console.ts';
import { addMember } from '../support/members.ts';
import { Client, sealflow } from '../support/service.ts';

const desktop = { width: 1280, height: 800 };
test.use({ viewport: desktop, locale: 'zh-CN', hasTouch: false });

const { common, people, settings, shell } = zh;
const texts = common.changedMeanwhile;

test(
  'what one administrator changes another sees at once, and neither overwrites the other unasked',
  { tag: '@once' },
  async ({ page: own, openApp }, testInfo) => {
    const tid = `live-${randomUUID().slice(0, 8)}`;
    await sealflow('tenant', 'create', '同改公司', '--id', tid, '--service-version', 'eds-pro_16.2');
    const add = (name: string) =>
      addMember({ tid, name, roles: 'users,administrators', passwordFile: testInfo.outputPath(name) });
    const [one, { page: other }] = await Promise.all([add('甲管理'), openApp(desktop)]);
    const administrator = await Client.signIn(one);
    const peopleCall = `/api/v1/tenants/${tid}/admin/members`;
    await administrator.call('POST /api/v1/tenants/{tid}/admin/members', peopleCall, {
      newAccount: { username: tid },
      name: '丙成员',
    });
    const peopleAddress = `/console/t/${tid}/people`;
    const [two] = await Promise.all([add('乙管理'), signInToConsole(other, one, peopleAddress)]);
    await signInToConsole(own, two, peopleAddress);

    const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
    const nameIn = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: people.name });
    // The way to each control by the tab key has journeys of its own, and takes most of the time of this one.
    const press = (page: Page | Locator, name: string) =>
      page.getByRole('button', { name, exact: true }).press('Enter');
    const pressIn = (page: Page, dialog: 'dialog' | 'alertdialog', name: string) =>
      press(page.getByRole(dialog), name);
    const openArea = (page: Page, area: keyof typeof shell.areas) =>
      page
        .getByRole('navigation', { name: shell.navigation })
        .getByRole('link', { name: shell.areas[area], exact: true })
        // A drawer that has just closed returns the focus to its row, away from the link.
        .click();
    const change = async (page: Page, from: string, to: string) => {
      await row(page, from).press('Enter');
      await pressIn(page, 'dialog', common.change);
      await nameIn(page).fill(to);
    };

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
    const stored = await administrator.call(
      'GET /api/v1/tenants/{tid}/admin/members',
      `${peopleCall}?keyword=${encodeURIComponent('丙')}`,
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
