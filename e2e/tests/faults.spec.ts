import type { Locator } from '@playwright/test';
import { paths } from '../../apps/mobile/src/shell/navigation/paths.rules.ts';
import { expect, test } from '../support/app.ts';
import { addMember } from '../support/members.ts';
import { navigate } from '../support/navigate.ts';
import { type Fault, faults, NetworkFaults } from '../support/network-faults.ts';
import { Client, uniqueTitle } from '../support/service.ts';

/** Waits until the screen shows the message of this fault, and advances the clock for timeouts. */
const waitForFaultMessage = async (
  networkFaults: NetworkFaults,
  { fault, seconds }: { fault: Fault; seconds?: number },
  alert: Locator,
) => {
  const text = networkFaults.messageFor(fault, seconds);
  await expect
    .poll(async () => {
      await networkFaults.advanceTime();
      return alert.filter({ hasText: text }).count();
    }, text)
    .toBeGreaterThan(0);
};

test('every list and detail reports each network fault, and loads on retry afterwards', {
  tag: '@clock',
}, async ({ app, page, locale }) => {
  const { common } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  const person = app.account('approver');
  const client = await Client.signIn(person);
  // A separate task, because other journeys decide the existing ones.
  const title = uniqueTitle('供应商沟通邮箱');
  const applicant = await Client.signIn(app.account('employee'));
  await applicant.apply(tenant.id, { type: 'trusted_mailbox_application', title, files: [] });
  const sessions = await client.call('GET /api/v1/user-msg-sessions', '/api/v1/user-msg-sessions');
  const tasks = await client.call(
    'GET /api/v1/tenants/{tid}/user-tasks',
    `/api/v1/tenants/${tenant.id}/user-tasks?limit=100`,
  );
  const sessionID = sessions.data[0]?.sessionID ?? '';
  const task = tasks.data.find(({ flow }) => flow.title === title);
  const detail = `?flowID=${task?.flow.id}&taskID=${task?.id}`;

  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const someRow = app.rows.first();
  const openPeople = () => main.getByRole('button', { name: app.texts.work.people.choose }).click();
  type ScreenCase = readonly [address: string, content: Locator, open?: () => Promise<void>];
  const screens: readonly ScreenCase[] = [
    [paths.sessionlist, someRow],
    [`${paths.messagelist}?sessionID=${sessionID}`, page.getByRole('article').first()],
    [`${paths.messagelist}?view=search&sessionID=${sessionID}&q=a`, main.getByRole('searchbox')],
    [paths.work, someRow],
    [`${paths.approval}?list=tasks`, someRow],
    [`${paths.approval}?list=flows`, main.getByRole('button').first()],
    [`${paths.flowinfo16}${detail}`, page.getByRole('heading', { level: 2 }).first()],
    [`${paths.myinfo}?view=devices`, someRow],
    [`${paths.flowinfo16}${detail}&view=transfer`, dialog.getByRole('listitem').first(), openPeople],
  ];

  const networkFaults = await NetworkFaults.install(page, locale);
  await app.consent();
  await app.submitSignIn(person);
  await expect(page.getByRole('button', { name: tenant.name })).toBeVisible();
  await networkFaults.inject('gateway');
  await page.getByRole('button', { name: tenant.name }).click();
  await expect(page).toHaveURL(/\/sessionlist$/);
  const alert = main.or(dialog).getByRole('alert');
  const retry = main.or(dialog).getByRole('button', { name: common.retry });
  /** Presses the button after all earlier requests have ended. */
  const pressWhenIdle = async (prepare: () => Promise<void>) => {
    await expect
      .poll(async () => {
        await networkFaults.advanceTime();
        return retry.and(page.locator(':enabled')).count();
      })
      .toBe(1);
    await prepare();
    await retry.click();
  };
  for (const [address, content, open] of screens) {
    await test.step(address, async () => {
      await networkFaults.inject('gateway');
      await navigate(page, address);
      await open?.();
      await waitForFaultMessage(networkFaults, { fault: 'gateway' }, alert);
      // A screen reloads by itself when it is online again, so wait until only the button’s request is held.
      for (const fault of ['offline', 'cut', 'silent'] as const) {
        await pressWhenIdle(() => networkFaults.inject(fault));
        await waitForFaultMessage(networkFaults, { fault }, alert);
      }
      await pressWhenIdle(() => networkFaults.holdCalls());
      await expect(
        page.getByText(common.loading).or(main.or(dialog).locator('[aria-busy="true"]')).first(),
      ).toBeAttached();
      networkFaults.restore();
      await expect(content).toBeVisible();
      await expect(alert).toHaveCount(0);
    });
  }

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const message = networkFaults.expireTokens();
  await navigate(page, `${paths.myinfo}?view=devices`);
  await expect(page).toHaveURL(/\/pwdlogin$/);
  await expect(page.getByText(message)).toBeVisible();
  networkFaults.restore();
  await app.submitSignIn(person);
  await expect(page).toHaveURL(/view=devices$/);
  await expect(someRow).toBeVisible();
});

test(
  'every form reports each network fault, keeps its input, and is sent once afterwards',
  { tag: '@clock' },
  async ({ app, page, locale }, testInfo) => {
    const { auth, account, common } = app.texts;
    const tenant = app.tenant('eds-pro_16');
    const person = await addMember({ tid: tenant.id, passwordFile: testInfo.outputPath('password') });
    const networkFaults = await NetworkFaults.install(page, locale);
    const alert = page.getByRole('main').getByRole('alert');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });

    /** Sends a form with each fault, and finally with a slow network. */
    const submitUnderFaults = async (
      send: Locator,
      filledFields: readonly (readonly [Locator, string])[],
      seconds: number,
    ) => {
      for (const fault of faults) {
        await networkFaults.inject(fault);
        await send.click();
        await waitForFaultMessage(networkFaults, { fault, seconds }, alert);
        for (const [input, value] of filledFields) await expect(input).toHaveValue(value);
      }
      await networkFaults.holdCalls();
      await send.click();
      await expect(page.getByRole('button', { name: common.cancel })).toBeVisible();
      networkFaults.restore();
    };

    await app.consent();
    await field(auth.username).fill(person.username);
    await field(auth.password).fill(person.password);
    await page.getByRole('checkbox').check();
    const signIn = page.getByRole('button', { name: auth.signIn, exact: true });
    await submitUnderFaults(signIn, [[field(auth.password), person.password]], 10);
    await expect(page).toHaveURL(/\/sessionlist$/);

    const password = 'Qx7.lantern-Field';
    await navigate(page, paths.updatepwd);
    await field(account.oldPassword).fill(person.password);
    await field(account.newPassword).fill(password);
    await field(account.confirmation).fill(password);
    const update = page.getByRole('button', { name: account.update, exact: true });
    await submitUnderFaults(
      update,
      [
        [field(account.oldPassword), person.password],
        [field(account.confirmation), password],
      ],
      30,
    );
    await expect(page.getByText(account.updated)).toBeVisible();
  },
);

test('a screen whose code was not preloaded loads on demand', async ({ app, page }) => {
  const { shell } = app.texts;
  await page.route('**/assets/devices.screen-*', (route) => route.abort());
  const failedPreload = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/devices.screen-'),
  );
  const laterPreload = page.waitForResponse((response) => response.url().includes('/licences.screen-'));
  await app.signIn(app.account('approver'), app.tenant('eds-pro_16'));
  await failedPreload;
  await laterPreload;
  await page.unroute('**/assets/devices.screen-*');
  await navigate(page, `${paths.myinfo}?view=devices`);
  await expect(page.getByRole('heading', { level: 1, name: shell.views.devices })).toBeVisible();
  await expect(app.rows.first()).toBeVisible();
});
