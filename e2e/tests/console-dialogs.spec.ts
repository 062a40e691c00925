import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { operatorAreas } from '../../apps/console/src/app/areas.compose.ts';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, findLosses, openRow, pressIn, signInToConsole } from '../support/console.ts';
import { SetupAssistant } from '../support/console-assistant.ts';
import { ConsoleScreen, checkOverlays } from '../support/console-screen.ts';
import { Designer } from '../support/designer.ts';
import { pressKey } from '../support/keyboard.ts';
import { addMember } from '../support/members.ts';
import { setUpDelivery, writePeople } from '../support/newcomer.ts';
import { sealflow } from '../support/service.ts';

// Runs with TEST_FULL alone, see `playwright.config.ts`.
// Its own service: a published agreement asks everybody again.
test.use({
  viewport: { width: 1280, height: 800 },
  locale: 'zh-CN',
  hasTouch: false,
  serviceData: 'empty',
});

const { agreements, common, departments, failedDeliveries, flowTypes, health, imports, people } = zh;

/** A check of an open place: the rules of accessibility, and that its texts are neither cut off nor out of reach. */
const checkOf = (page: Page) => async (name: string) => {
  expect.soft(await consoleViolations(page), name).toEqual([]);
  expect.soft(await findLosses(page), name).toEqual([]);
};

test(
  'the first-run assistant, the areas of operators and their dialogs conform to WCAG A and AA',
  {
    tag: '@once',
  },
  async ({ page }, testInfo) => {
    test.slow();
    const check = checkOf(page);
    const run = randomUUID().slice(0, 6);
    const { url } = JSON.parse(
      (await sealflow('operator', 'setup-link', '--json')).trim().split('\n').at(-1)!,
    );
    const assistant = new SetupAssistant(page, check);
    await assistant.open(new URL(url).hash);
    await assistant.createOperator({ username: `op-${run}`, name: '王运维', password: 'Sealed-operator-7' });
    await assistant.createOrganisation({
      name: `组织${run}`,
      username: `ad-${run}`,
      administrator: '李管理',
    });
    const smtp = await setUpDelivery(assistant);
    await assistant.finish();

    await test.step('a mail that the server refused', async () => {
      const tid = `refused-${run}`;
      await sealflow('tenant', 'create', '拒收公司', '--id', tid, '--service-version', 'eds-pro_16.2');
      const { email } = await addMember({ tid, passwordFile: testInfo.outputPath('password') });
      smtp.refuse('*', 550);
      await page.request.post('/api/v1/auth/vemail', { data: { email, purpose: 'login' } });
      await smtp.close();
    });

    const screen = new ConsoleScreen(page, zh);
    const main = page.getByRole('main');
    await screen.open('health');
    await page.getByRole('tab', { name: health.tabs.deliveries }).click();
    await expect(
      page.getByRole('row').filter({ hasText: failedDeliveries.reasons['mail.refused'] }),
    ).toBeVisible();
    await check('a failed delivery');
    for (const { name: area } of operatorAreas) {
      await test.step(area, async () => {
        await screen.open(area);
        await check(area);
        await screen.openTabs(main, (name) => check(`${area}: ${name}`));
        await screen.open('tenants');
        await screen.open(area);
        await checkOverlays(screen, main, (name) => check(`${area}: ${name}`));
      });
    }
    for (const area of ['tenants', 'accounts', 'operatorAudit'] as const) {
      await screen.open(area);
      const details = await screen.openDetails();
      await check(`the details of ${area}`);
      await checkOverlays(screen, details, (name) => check(`the details of ${area}: ${name}`));
      await screen.escape();
    }

    await test.step('a draft of an agreement, which another operator changes meanwhile', async () => {
      const { draft, form } = agreements;
      const texts = { zh: testInfo.outputPath('zh.md'), en: testInfo.outputPath('en.md') };
      await writeFile(texts.zh, '# 服务协议\n\n第一段。\n');
      await writeFile(texts.en, '# Service agreement\n\nFirst paragraph.\n');
      const saveDraft = (version: string) =>
        sealflow(
          'agreement',
          'save-draft',
          'eula',
          '--version',
          version,
          '--zh',
          texts.zh,
          '--en',
          texts.en,
          '--ask-again',
        );
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      await saveDraft('8.0');
      await screen.open('agreements');
      await check('a draft');
      await press(draft.edit);
      await page.getByRole('dialog').getByRole('textbox', { name: agreements.version }).fill('8.1');
      await page.getByRole('dialog').getByText(agreements.preview).first().click();
      await check('the form of a draft');
      await saveDraft('8.2');
      await pressIn(page, 'dialog', form.submit);
      await expect(page.getByRole('alertdialog')).toContainText('8.2');
      await check('both versions of a draft');
      await pressIn(page, 'alertdialog', common.changedMeanwhile.overwrite);
      await expect(screen.dialogs).toHaveCount(0);
      for (const question of [draft.discard, draft.publish]) {
        await press(question);
        await expect(screen.dialogs).toHaveCount(1);
        await check(question);
        if (question === draft.discard) await screen.escape();
      }
      await screen.dialogs.getByRole('textbox').fill('8.1');
      await check('a confirmed version');
      await pressIn(page, 'alertdialog', form.confirm);
      await expect(page.getByText(form.done('8.1'))).toBeVisible();
      await check('a published agreement');
    });
  },
);

test(
  'the dialogs of an organisation with results and with both versions conform to WCAG A and AA',
  {
    tag: '@once',
  },
  async ({ page }, testInfo) => {
    test.slow();
    const check = checkOf(page);
    const tid = `dialogs-${randomUUID().slice(0, 8)}`;
    await sealflow('tenant', 'create', '对话公司', '--id', tid, '--service-version', 'eds-pro_16.2');
    await sealflow('org', 'create', '研发部', '--tenant', tid, '--id', `${tid}-one`);
    const member = { tid, passwordFile: testInfo.outputPath('password') };
    const administrator = await addMember({ ...member, name: '甲管理', roles: 'users,administrators' });
    for (const name of ['乙成员', '丙成员']) await addMember({ ...member, name });
    await signInToConsole(page, administrator, `/console/t/${tid}/people`);
    const screen = new ConsoleScreen(page, zh);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

    await test.step('several people at once', async () => {
      for (const name of ['乙成员', '甲管理']) await pressKey(row(name), 'Space');
      await check('selected people');
      for (const act of ['move', 'assignRole', 'end'] as const) {
        await press(people.acts[act]);
        await expect(screen.dialogs).toHaveCount(1);
        await check(people.acts[act]);
        await screen.escape();
      }
      // The service refuses it for the own membership.
      await press(people.acts.suspend);
      await pressIn(page, 'alertdialog', people.acts.suspend);
      await expect(page.getByRole('dialog')).toContainText(common.bulkResult.failed(1));
      await check('the results of an act');
      await screen.escape();
      await press(common.clearSelection);
    });

    await test.step('a person whom another administrator changed', async () => {
      await openRow(page, '丙成员');
      await pressIn(page, 'dialog', common.change);
      await page.getByRole('dialog').getByRole('textbox', { name: people.name }).fill('丙己');
      const fid = new URL(page.url()).searchParams.get('open') ?? '';
      await sealflow('member', 'change', fid, '--tenant', tid, '--name', '丙他');
      await expect(page.getByRole('status').filter({ hasText: common.changedMeanwhile.kept })).toBeVisible();
      await check('a form whose object changed');
      await pressIn(page, 'dialog', common.save);
      await expect(page.getByRole('alertdialog')).toContainText('丙他');
      await check('both versions of a person');
      await pressIn(page, 'alertdialog', common.changedMeanwhile.overwrite);
      await pressIn(page, 'dialog', common.close);
    });

    await test.step('departments', async () => {
      await screen.open('departments');
      const choose = async (act: string) => {
        await press(departments.acts('研发部'));
        await page.getByRole('menuitem', { name: act, exact: true }).click();
        await expect(screen.dialogs).toHaveCount(1);
        await screen.waitUntilLoaded();
      };
      for (const act of [departments.addBelow, departments.move, departments.remove]) {
        await choose(act);
        await check(act);
        await screen.escape();
      }
      await choose(departments.change);
      await check('the head of a department');
      await screen.dialogs.getByRole('textbox', { name: departments.name }).fill('研究部');
      await sealflow('org', 'rename', `${tid}-one`, '--tenant', tid, '--name', '开发部');
      await pressIn(page, 'dialog', common.save);
      await expect(page.getByRole('alertdialog')).toContainText('开发部');
      await check('both versions of a department');
      await pressIn(page, 'alertdialog', common.changedMeanwhile.takeTheirs);
      await expect(screen.dialogs).toHaveCount(0);
    });

    await test.step('an import', async () => {
      const file = testInfo.outputPath('people.xlsx');
      await writePeople(file, ['司徒若溪'], tid);
      await page.goto(`/console/t/${tid}/people/import`);
      const chooser = page.waitForEvent('filechooser');
      await press(imports.pick);
      await (await chooser).setFiles(file);
      await expect(page.getByRole('button', { name: imports.check })).toBeVisible();
      await check('the columns of a file');
      await page.getByText(imports.createDepartments, { exact: true }).click();
      await press(imports.check);
      await expect(page.getByText(imports.states.checked)).toBeVisible();
      await check('the result of a check');
      await press(imports.run);
      await expect(screen.dialogs).toHaveCount(1);
      await check(imports.run);
      await pressIn(page, 'alertdialog', imports.run);
      await expect(page.getByText(imports.states.done)).toBeVisible();
      await check('the result of an import');
    });
  },
);

test(
  'the designer of processes with its questions, a simulation and both versions conforms to WCAG A and AA',
  { tag: '@once' },
  async ({ page }, testInfo) => {
    test.slow();
    const check = checkOf(page);
    const type = 'file_decryption';
    const tid = `designer-${randomUUID().slice(0, 8)}`;
    await sealflow('tenant', 'create', '设计公司', '--id', tid, '--service-version', 'eds-pro_16.2');
    const member = { tid, passwordFile: testInfo.outputPath('password') };
    const administrator = await addMember({ ...member, name: '甲管理', roles: 'users,administrators' });
    await addMember({ ...member, name: '乙审批' });
    await signInToConsole(page, administrator, `/console/t/${tid}/flow-types/${type}`);
    const screen = new ConsoleScreen(page, zh);
    const designer = new Designer(page);
    const openTab = async (tab: keyof typeof flowTypes.tabs) => {
      await page.getByRole('tab', { name: flowTypes.tabs[tab], exact: true }).click();
      await screen.waitUntilLoaded();
    };
    const ask = async (question: string) => {
      await page.getByRole('button', { name: flowTypes.more, exact: true }).click();
      await page.getByRole('menuitem', { name: question, exact: true }).click();
      await expect(screen.dialogs).toHaveCount(1);
      await check(question);
    };

    await expect(page.getByText(flowTypes.problem.noStage)).toBeVisible();
    await check('a process with problems');
    await designer.addStage('乙审批');
    await page.getByText(flowTypes.asksHead, { exact: true }).click();
    await expect(page.getByRole('switch', { name: flowTypes.asksHead })).toBeChecked();
    await check('a stage for the head of the department');
    await page.getByText(flowTypes.asksHead, { exact: true }).click();
    await checkOverlays(screen, page.getByRole('tabpanel'), (name) => check(`the designer: ${name}`));
    await designer.press(flowTypes.saveDraft);
    await expect(page.getByText(flowTypes.draftStored)).toBeVisible();
    await check('a stored draft');
    await ask(flowTypes.discardDraft);
    await screen.escape();
    await designer.press(flowTypes.publish);
    await expect(screen.dialogs).toHaveCount(1);
    await check(flowTypes.publish);
    await pressIn(page, 'alertdialog', flowTypes.publish);
    await expect(page.getByText(flowTypes.published(1))).toBeVisible();
    await ask(flowTypes.stop);
    await screen.escape();

    await openTab('simulation');
    await designer.choosePerson(flowTypes.applicant, '甲管理');
    await designer.press(flowTypes.simulate);
    await expect(page.getByText(flowTypes.possible)).toBeVisible();
    await check('a simulation');
    await openTab('versions');
    await check('the published versions');

    await openTab('design');
    await page.getByRole('textbox', { name: flowTypes.displayName }).fill('我的解密');
    await sealflow('flow-type', 'restore', type, '--version', '1', '--tenant', tid);
    await designer.press(flowTypes.saveDraft);
    await expect(page.getByRole('alertdialog')).toContainText('我的解密');
    await check('both versions of a process');
    await pressIn(page, 'alertdialog', common.changedMeanwhile.overwrite);
    await expect(screen.dialogs).toHaveCount(0);
  },
);
