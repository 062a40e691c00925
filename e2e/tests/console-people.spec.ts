import { randomUUID } from 'node:crypto';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, signInToConsole } from '../support/console.ts';
import { addMember } from '../support/members.ts';
import { sealflow } from '../support/service.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const { absences, common, departments, people, roles, shell } = zh;

test(
  'an administrator changes, suspends and moves people of an organisation, and sees the change of another',
  { tag: '@once' },
  async ({ page }, testInfo) => {
    const tid = `people-${randomUUID().slice(0, 8)}`;
    await sealflow('tenant', 'create', '人员公司', '--id', tid, '--service-version', 'eds-pro_16.2');
    const member = { tid, passwordFile: testInfo.outputPath('password') };
    const administrator = await addMember({ ...member, name: '甲管理', roles: 'users,administrators' });
    await addMember({ ...member, name: '乙成员' });
    await addMember({ ...member, name: '丙成员' });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

    await signInToConsole(page, administrator, `/console/t/${tid}/people`);
    await expect(row('乙成员')).toBeVisible();
    expect.soft(await consoleViolations(page), 'the people').toEqual([]);

    // Two administrators change the same person.
    await row('乙成员').click();
    await press(common.change);
    const name = page.getByRole('dialog').getByRole('textbox', { name: people.name });
    await name.fill('乙一');
    await sealflow(
      'member',
      'change',
      (await page.evaluate(() => new URL(location.href).searchParams.get('open')))!,
      '--tenant',
      tid,
      '--name',
      '乙二',
    );
    await press(common.save);
    const conflict = page.getByRole('alertdialog');
    await expect(conflict).toContainText('乙二');
    expect.soft(await consoleViolations(page), 'both versions').toEqual([]);
    await press(common.changedMeanwhile.overwrite);
    await expect(page.getByRole('dialog')).toContainText('乙一');
    await press(common.close);

    // A deputy for a member, and the end of the deputyship.
    await row('乙一').getByText('乙一').click();
    await page.getByRole('tab', { name: people.tabs.absences }).click();
    await press(absences.set);
    const naming = page.getByRole('dialog', { name: absences.setTitle('乙一') });
    await naming.getByRole('combobox', { name: absences.deputy }).fill('甲');
    await page.getByRole('option', { name: /甲管理/ }).click();
    expect.soft(await consoleViolations(page), 'a deputy').toEqual([]);
    await naming.getByRole('button', { name: absences.set, exact: true }).click();
    await expect(page.getByRole('table', { name: absences.title })).toContainText(absences.states.running);
    expect.soft(await consoleViolations(page), 'the absences').toEqual([]);
    await press(absences.endTitle('甲管理'));
    await page.getByRole('alertdialog').getByRole('button', { name: absences.end, exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(absences.endReasons.taken_back);
    await press(common.close);

    // Several at once, with a result for each.
    await row('乙一').getByRole('checkbox').press('Space');
    await row('丙成员').getByRole('checkbox').press('Space');
    await press(people.acts.suspend);
    await page.getByRole('alertdialog').getByRole('button', { name: people.acts.suspend }).click();
    await expect(page.getByRole('dialog')).toContainText(common.bulkResult.done(2));
    await press(common.close);
    await expect(row('丙成员')).toContainText(people.states.suspended);

    // A department moves by the keyboard.
    await page.getByRole('link', { name: shell.areas.departments }).click();
    for (const department of ['总部', '研发部']) {
      await page.getByRole('button', { name: departments.add }).first().click();
      await page.getByRole('textbox', { name: departments.name }).fill(department);
      await press(common.create);
      await expect(page.getByRole('row', { name: department })).toBeVisible();
    }
    await page.getByRole('row', { name: '研发部' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const mark = page.locator('[role=button][aria-roledescription]:focus');
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(mark).toHaveAttribute('aria-label', /总部/, { timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(page.getByText(departments.moved('研发部', '总部'))).toBeVisible();
    await expect(page.getByRole('row', { name: '研发部' })).toHaveAttribute('aria-level', '2');
    expect.soft(await consoleViolations(page), 'the departments').toEqual([]);

    await page.getByRole('link', { name: shell.areas.roles }).click();
    await press(roles.add);
    await page.getByRole('textbox', { name: roles.name }).fill('审核员');
    expect.soft(await consoleViolations(page), 'a new role').toEqual([]);
    await press(common.create);
    await expect(row('审核员')).toContainText(roles.custom);
  },
);
