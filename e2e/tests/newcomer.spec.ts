import { randomUUID } from 'node:crypto';
import { operatorAreas } from '../../apps/console/src/app/areas.compose.ts';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { engine } from '../engines/engine.ts';
import { expect, test } from '../support/app.ts';
import { Applying } from '../support/applying.ts';
import {
  consoleViolations,
  createClassification,
  findLossesAtTwice,
  openArea,
  openRow,
  pressIn,
  signInToConsole,
} from '../support/console.ts';
import { SetupAssistant } from '../support/console-assistant.ts';
import { Designer } from '../support/designer.ts';
import { choose, pressKey, reach } from '../support/keyboard.ts';
import {
  approve,
  beginOnPhone,
  changedPassword,
  importPeople,
  oneTimePassword,
  printedSetupToken,
  publishAskingAgain,
  setUpDelivery,
  writePeople,
} from '../support/newcomer.ts';
import { sample } from '../support/service.ts';

const desktop = { width: 1280, height: 800 };
test.use({ viewport: desktop, locale: 'zh-CN', hasTouch: false, serviceData: 'empty' });

const {
  agreements,
  applications,
  audit,
  auditActTexts,
  common,
  flowTypes,
  health,
  operators,
  security,
  shell,
  tenants,
  workflow,
} = zh;
const source = '三号厂房产线项目会议纪要.txt';
const type = 'file_decryption';
const count = 500;
const [applicantName, ...approverNames] = ['司徒若溪', '端木云舟', '百里长风'] as const;

test(
  'a newcomer sets up the service, founds an organisation, imports its people and designs a process, and follows a sealed document of an imported person to the audit',
  { tag: '@once' },
  async ({ page, openApp }, testInfo) => {
    test.slow(engine !== 'chromium', 'WebDriver needs several commands for each key.');
    const run = `yc${randomUUID().slice(0, 6)}`;
    const usernameOf = (number: number) => `${run}-${String(number).padStart(3, '0')}`;
    const organisation = { name: `昭阳${run}`, username: `${run}-admin`, administrator: '李管理' };
    const title = `解密${run}`;
    let password = '';
    const check = async (screen: string) => {
      // The rules of accessibility do not depend on the engine.
      if (engine !== 'chromium') return;
      expect.soft(await consoleViolations(page), screen).toEqual([]);
      // Dialogs and drawers are part of the test of the console's accessibility.
      if ((await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0) return;
      expect.soft(await findLossesAtTwice(page), `${screen} with text at twice the size`).toEqual([]);
    };

    const assistant = new SetupAssistant(page, check);
    await test.step('the set-up link creates the operator and the organisation', async () => {
      await assistant.open(await printedSetupToken());
      await assistant.createOperator({
        username: `${run}-op`,
        name: '王运维',
        password: 'Sealed-operator-7',
      });
      // The assistant goes on after a reload.
      await page.reload();
      password = await assistant.createOrganisation(organisation);
    });

    await test.step('the mail server and the SMS gateway receive their test messages', async () => {
      await (await setUpDelivery(assistant)).close();
      await assistant.finish();
    });

    await test.step('the operator sees the organisation and the other areas', async () => {
      await openRow(page, organisation.name);
      await expect(page.getByRole('dialog', { name: organisation.name })).toBeVisible();
      await check('an organisation');
      await choose(
        page.getByRole('button', { name: tenants.actions }),
        page.getByRole('menuitem', { name: tenants.close.action }),
      );
      await expect(
        page.getByRole('alertdialog', { name: tenants.close.title(organisation.name) }),
      ).toBeVisible();
      await check('closing an organisation');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      for (const { name } of operatorAreas) {
        await openArea(page, name);
        await expect(page.getByText(common.loading, { exact: true })).toHaveCount(0);
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
        await check(name);
      }
      await openArea(page, 'health');
      await pressKey(page.getByRole('button', { name: health.housekeep.action }));
      await pressIn(page, 'alertdialog', health.housekeep.action);
      await expect(page.getByText(health.housekeep.outcomes.done)).toBeVisible();
      await choose(
        page.getByRole('button', { name: new RegExp(shell.account) }),
        page.getByRole('menuitem', { name: shell.security }),
      );
      await expect(page.getByText(security.thisDevice)).toBeVisible();
      await check('the own security');
      await openArea(page, 'operators');
      await pressKey(page.getByRole('button', { name: operators.setupLink }));
      await expect(page.getByRole('dialog', { name: operators.setupLink })).toBeVisible();
      await check('a set-up link');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });

    const { page: desk } = await openApp(desktop);
    await test.step('the administrator imports people from an Excel file', async () => {
      const path = testInfo.outputPath('people.xlsx');
      const others = Array.from({ length: count - 3 }, (_, index) => `同仁${index}`);
      await writePeople(path, [applicantName, ...approverNames, ...others], run);
      await signInToConsole(desk, { username: organisation.username, password });
      await importPeople(desk, path, count);
    });

    const phones = [await openApp(), await openApp(), await openApp()] as const;
    await test.step('imported people replace the one-time passwords of the operator on their phones', async () => {
      // Only the window in front has the focus in Firefox, and the console is used by the keyboard.
      await page.bringToFront();
      const beginnings: Promise<void>[] = [];
      for (const [number, phone] of phones.entries()) {
        const oneTime = await oneTimePassword(page, usernameOf(number));
        beginnings.push(beginOnPhone(phone, usernameOf(number), oneTime));
      }
      await Promise.all(beginnings);
    });
    const [applicant, ...approvers] = phones;

    await test.step('the administrator publishes a classification and a process of two stages', async () => {
      await desk.bringToFront();
      await createClassification(desk, { name: '昭阳秘密', level: 1 });
      await openArea(desk, 'flowTypes');
      await openRow(desk, workflow.types[type]);
      const designer = new Designer(desk);
      for (const name of approverNames) await designer.addStage(name);
      await expect(desk.getByText(flowTypes.noProblems)).toBeVisible();
      await designer.publish(1);
    });

    await test.step('an imported person seals a document and applies', async () => {
      const { page: phone, texts } = applicant;
      const { seal, apply } = texts;
      const press = (name: string | RegExp) => phone.getByRole('button', { name, exact: true }).click();
      await applicant.openTab('documents');
      await press(seal.action);
      const chooser = phone.waitForEvent('filechooser');
      await press(seal.chooseFile);
      await (await chooser).setFiles(sample(source));
      await phone.getByRole('radio', { name: /^昭阳秘密/ }).check();
      await expect(phone.getByRole('button', { name: seal.addFiles, exact: true })).toBeVisible();
      await press(seal.start);
      await press(new RegExp(`^${seal.apply}`));
      await press(new RegExp(apply.hints[type]));
      const applying = new Applying(applicant);
      await applying.attached(1);
      await applying.field(apply.title).fill(title);
      await applying.check();
      await applying.submit();
    });

    await test.step('both approvers decide', async () => {
      for (const approver of approvers) {
        await approver.openTab('work');
        await approve(approver, title);
      }
    });

    await test.step('the administrator follows the application to the audit', async () => {
      await openArea(desk, 'applications');
      const row = desk.getByRole('row', { name: new RegExp(title) });
      // The service decrypts the document after the last approval.
      await expect(async () => {
        await desk.reload();
        await expect(row).toContainText(workflow.states.processed, { timeout: 2000 });
      }).toPass();
      await pressKey(row);
      await reach(desk.getByRole('tab', { name: applications.tabs.process }));
      await expect(desk.getByText(workflow.outcomes.approved, { exact: true })).toHaveCount(2);
      await reach(desk.getByRole('tab', { name: applications.tabs.facts }));
      await pressKey(desk.getByRole('link', { name: applications.inAudit }));
      const records = (act: 'flow.submitted' | 'task.approved') =>
        desk.getByRole('row').filter({ hasText: auditActTexts[act] });
      await expect(records('flow.submitted')).toContainText(applicantName);
      await pressKey(desk.getByRole('button', { name: common.clearFilters }));
      const [first, last] = approverNames;
      await expect(records('task.approved')).toContainText([last, first]);
      await pressKey(desk.getByRole('button', { name: audit.verify }));
      await expect(desk.getByRole('dialog', { name: audit.verification })).toContainText('链完整');
    });

    // The tests of the question in the app and of its calls run always.
    if (process.env['TEST_FULL'] !== '1') return;
    await test.step('a person agrees to a new version of the privacy policy before going on', async () => {
      const version = '9.0';
      await page.bringToFront();
      await publishAskingAgain(page, version);
      const { page: phone, texts } = applicant;
      const { decline, agree, title: titleOf } = texts.account.renewedConsent;
      const question = phone.getByRole('dialog', { name: titleOf(texts.auth.privacy) });
      await phone.bringToFront();
      await phone.reload();
      await expect(question).toContainText(texts.auth.version(version));
      await question.getByRole('button', { name: decline }).click();
      const username = usernameOf(0);
      await applicant.submitSignIn({ username, password: changedPassword(username) });
      await question.getByRole('button', { name: agree }).click();
      await expect(question).toBeHidden();
      // The person goes on where the question came.
      await expect(phone.getByRole('heading', { name: texts.shell.titles.flowinfo })).toBeVisible();
      await page.bringToFront();
      await page.reload();
      await reach(page.getByRole('tab', { name: agreements.names['privacy-policy'] }));
      const agreed = page.locator('dl > div').filter({ hasText: agreements.agreed });
      await expect(agreed.getByRole('definition')).toHaveText(/^1 \//);
    });
  },
);
