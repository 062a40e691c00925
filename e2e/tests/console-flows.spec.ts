import { randomUUID } from 'node:crypto';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, signInToConsole } from '../support/console.ts';
import { Designer } from '../support/designer.ts';
import { addMember } from '../support/members.ts';
import { Client, sealflow, uniqueTitle } from '../support/service.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const { applications, flowTypes: texts, workflow } = zh;
const type = 'trusted_mailbox_application';

test(
  'an administrator designs, simulates and publishes a two-stage process by the keyboard, and an applicant uses it',
  { tag: '@once' },
  async ({ app, page }, testInfo) => {
    const tid = `flows-${randomUUID().slice(0, 8)}`;
    const version = ['--service-version', 'eds-pro_16.2'];
    await sealflow('tenant', 'create', '流程公司', '--id', tid, ...version);
    const member = { tid, passwordFile: testInfo.outputPath('password') };
    const administrator = await addMember({ ...member, name: '甲管理', roles: 'users,administrators' });
    const applicant = await addMember({ ...member, name: '乙申请' });
    await addMember({ ...member, name: '丙审批' });
    await addMember({ ...member, name: '丁审批' });

    await signInToConsole(page, administrator);
    await page.getByRole('link', { name: zh.shell.areas.flowTypes }).press('Enter');
    expect.soft(await consoleViolations(page), 'the application types').toEqual([]);
    await page.goto(`/console/t/${tid}/flow-types/${type}`);

    const designer = new Designer(page);
    await expect(page.getByText(texts.problem.noStage)).toBeVisible();
    await designer.press(texts.addStage);
    await expect(page.getByText(texts.problem.emptyStage(1))).toBeVisible();
    await designer.choosePerson(texts.addApprover, '丙审批');
    await designer.addStage('丁审批');
    await expect(page.getByText(texts.noProblems)).toBeVisible();
    await designer.moveDown(1);
    await expect(designer.stage(1)).toContainText('丁审批');
    await expect(designer.stage(2)).toContainText('丙审批');
    expect.soft(await consoleViolations(page), 'the designer').toEqual([]);

    await page.getByRole('tab', { name: texts.tabs.design }).focus();
    await page.keyboard.press('ArrowRight');
    await designer.choosePerson(texts.applicant, '乙申请');
    await designer.press(texts.simulate);
    await expect(page.getByText(texts.possible)).toBeVisible();
    const asked = page.getByRole('tabpanel').getByRole('listitem');
    await expect(asked).toHaveText([/丁审批/, /丙审批/]);
    expect.soft(await consoleViolations(page), 'the simulation').toEqual([]);

    await designer.publish(1);

    const client = await Client.signIn(applicant);
    const title = uniqueTitle('可信邮箱');
    await client.apply(tid, { type, title, files: [] });
    await page.goto(`/console/t/${tid}/applications`);
    const row = page.getByRole('row', { name: title });
    await expect(row).toContainText('丁审批');
    await row.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: applications.tabs.process }).press('Enter');
    await page.getByRole('button', { name: applications.reassignTitle('丁审批') }).press('Enter');
    await designer.choosePerson(applications.newAssignee, '甲管理');
    await page.getByRole('textbox', { name: applications.reason }).fill('休假');
    await designer.press(applications.reassign);
    await expect(page.getByText(applications.reassigned)).toBeVisible();
    const log = page
      .getByRole('listitem')
      .filter({ hasText: applications.reassignedFromTo('丁审批', '甲管理') });
    await expect(log.last()).toContainText('甲管理');
    expect.soft(await consoleViolations(page), 'an application').toEqual([]);

    await app.consent();
    await app.submitSignIn(applicant);
    await expect(page).toHaveURL(/\/sessionlist$/);
    await app.openTab('work');
    await page.getByRole('button', { name: app.texts.work.apply, exact: true }).click();
    const types = page.getByRole('region', { name: app.texts.apply.choose }).getByRole('listitem');
    await expect(types).toHaveText([new RegExp(workflow.types[type])]);
  },
);
