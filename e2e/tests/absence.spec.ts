import { violations } from '../support/accessibility.ts';
import { App, expect, test } from '../support/app.ts';
import { addMember } from '../support/members.ts';
import { Client, sealflow, uniqueTitle } from '../support/service.ts';

test('a person names a deputy, who decides a task for the person until the deputyship is ended', async ({
  app,
  page,
  browser,
  contextOptions,
}, testInfo) => {
  const { absence, shell, work, common } = app.texts;
  const tid = `away-${testInfo.project.name}-${testInfo.workerIndex}-${Date.now() % 100_000}`;
  await sealflow('tenant', 'create', '代理公司', '--id', tid, '--service-version', 'eds-pro_16.2');
  const member = { tid, passwordFile: testInfo.outputPath('password') };
  const absent = await addMember({ ...member, name: '王强' });
  const deputy = await addMember({ ...member, name: '周敏' });
  const applicant = await addMember({ ...member, name: '张伟' });
  const type = 'trusted_mailbox_application';
  await sealflow('flow-type', 'set', type, '--tenant', tid, '--stages', `any:${absent.username}`);
  const title = uniqueTitle('申请供应商邮箱');
  const client = await Client.signIn(applicant);
  await client.apply(tid, { type, title, files: [] });
  const check = async (screen: string) => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await violations(page), screen).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${screen} is no wider than the screen`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: testInfo.outputPath(`${screen}.png`) });
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const account = (person: typeof absent) => ({ ...app.account('employee'), ...person, tenants: [] });

  await app.signIn(account(absent));
  await app.openTab('mine');
  await page.getByRole('main').getByRole('button', { name: shell.views.absence }).click();
  await expect(page.getByText(absence.none)).toBeVisible();
  await check('absence-none');
  await press(absence.set);
  await press(absence.set);
  await expect(page.getByRole('alert')).toHaveText(absence.faults.deputy);
  await press(absence.chooseDeputy);
  await page.getByRole('searchbox', { name: absence.searchDeputy }).fill('周');
  await expect(page.getByRole('button', { name: '周敏' })).toBeVisible();
  await check('absence-search');
  await page.getByRole('button', { name: '周敏' }).click();
  await page.getByRole('switch', { name: absence.allTypes }).click();
  await check('absence-form');
  await page.getByRole('switch', { name: absence.allTypes }).click();
  await page.getByLabel(absence.until).fill('2999-01-31T18:00');
  await press(absence.set);
  await expect(page.getByText(absence.states.running)).toBeVisible();
  await check('absence-own');
  await page.goBack();
  await app.openTab('work');
  await expect(page.getByText(absence.awayBanner('周敏'))).toBeVisible();
  await expect(page.getByRole('button', { name: title })).toBeVisible();
  await check('work-away');

  // The deputy sees the task, whom it is decided for, and decides.
  const other = await browser.newContext({ ...contextOptions, baseURL: app.demo.url });
  const theirs = await other.newPage();
  const second = new App(theirs, { texts: app.texts, demo: app.demo });
  await second.signIn(account(deputy));
  await second.openTab('work');
  await expect(theirs.getByText(absence.deputyBanner('王强'))).toBeVisible();
  const row = theirs.getByRole('button', { name: title });
  await expect(row).toContainText(absence.standsFor('王强'));
  expect.soft(await violations(theirs), 'work of the deputy').toEqual([]);
  await theirs.screenshot({ path: testInfo.outputPath('work-deputy.png') });
  await row.click();
  await expect(theirs.getByText(absence.standsFor('王强'))).toBeVisible();
  await theirs.screenshot({ path: testInfo.outputPath('task-deputy.png') });
  await theirs.getByRole('button', { name: work.approve, exact: true }).click();
  await theirs.getByRole('button', { name: work.confirmApprove, exact: true }).click();
  await expect(theirs.getByRole('heading', { name: work.approvedTitle })).toBeVisible();

  // The person sees who decided, and ends the deputyship.
  await page.getByRole('button', { name: work.handled }).click();
  await page.getByRole('button', { name: title }).click();
  await expect(page.getByText(absence.decidedFor('周敏', '王强'))).toBeVisible();
  await check('task-decided');
  await page.goBack();
  await page.goBack();
  await page.getByText(absence.awayBanner('周敏')).click();
  await press(absence.endTitle('周敏'));
  await page.getByRole('dialog').getByRole('button', { name: absence.end, exact: true }).click();
  await expect(page.getByText(absence.none)).toBeVisible();
  await expect(page.getByRole('button', { name: common.retry })).toHaveCount(0);
  await theirs.goto(new URL('/work', theirs.url()).href);
  await expect(theirs.getByRole('button', { name: work.todo })).toBeVisible();
  await expect(theirs.getByText(absence.deputyBanner('王强'))).toHaveCount(0);
  await other.close();
});
