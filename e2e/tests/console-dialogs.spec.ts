import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { operatorAreas } from '../../apps/console/src/app/areas.compose.ts';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { consoleViolations, findLosses, openRow, pressIn, signInToConsole } from '../support/console.ts';
import { SetupAssistant } from '../support/console-assistant.ts';
import { ConsoleScreen, checkOverlays } from '../support/console-screen.ts';
import { pressKey } from '../support/keyboard.ts';
import { addMember } from '../support/members.ts';
import { writePeople } from '../support/newcomer.ts';
import { sealflow } from '../support/service.ts';

// Runs with TEST_FULL alone, see `playwright.config.ts`.
test.use({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN', hasTouch: false });

const { agreements, common, departments, imports, people } = zh;

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
    await assistant.finish();

    const screen = new ConsoleScreen(page, zh);
    const main = page.getByRole('main');
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
      for (const question of [draft.publish, draft.discard]) {
        await press(question);
        await expect(screen.dialogs).toHaveCount(1);
        await check(question);
        await screen.escape();
      }
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
      await press(imports.check);
      await expect(page.getByText(imports.states.checked)).toBeVisible();
      await check('the result of a check');
    });
  },
);
