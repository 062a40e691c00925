// The pictures of the first set-up and of the areas of operators.
import { totpAt } from '../../apps/server/testing/totp.ts';
import { origin } from './service-and-pages.mjs';

const operatorPassword = 'Guide@2026-operator';

/** Opens the set-up link and creates an operator. */
async function createOperator({ page, texts, content, service, field, click, takePicture }) {
  const { common, setup } = texts;
  const { url } = service.cliJson('operator', 'setup-link');
  await page.goto(`${origin}/console/setup${new URL(url).hash}`);
  await field(setup.operator.username).fill(content.operator.username);
  await field(setup.operator.name).fill(content.operator.name);
  for (const password of await page.locator('input[type=password]').all())
    await password.fill(operatorPassword);
  await takePicture('setup-operator');
  await click(common.next);
  await page.getByRole('img', { name: setup.totp.qr }).waitFor();
  await takePicture('setup-totp');
  const secret = await page.locator('code').innerText();
  await field(setup.totp.code).fill(totpAt(secret, Date.now()));
  await click(setup.totp.submit);
  await page.getByRole('listitem').nth(9).waitFor();
  await takePicture('setup-recovery');
  await page.getByText(setup.recovery.stored).click();
  await click(common.next);
}

/** Goes through the other steps of the assistant. */
async function finishSetup({ page, texts, content, field, click, takePicture }) {
  const { common, deployment, setup } = texts;
  const { founded } = content;
  const isAt = (step) => page.getByRole('heading', { name: setup.steps[step] }).waitFor();
  await field(setup.organisation.name).fill(founded.name);
  await field(setup.organisation.username).fill(founded.username);
  await field(setup.organisation.administrator).fill(founded.administrator);
  await takePicture('setup-organisation');
  await click(setup.organisation.submit);
  await page.getByText(setup.organisation.passwordHint).waitFor();
  await click(common.next);
  await isAt('mail');
  await takePicture('setup-mail');
  await click(setup.skip);
  await isAt('sms');
  await click(setup.skip);
  await isAt('masterKey');
  await page.getByText(deployment.masterKey.stored).click();
  // The guide shows a place that a deployment has, not the temporary folder of this service.
  await page.getByText(/\/master\.key$/).evaluate((path) => {
    path.textContent = '/etc/sealflow/master.key';
  });
  await takePicture('setup-master-key');
  await click(deployment.masterKey.confirm);
  await click(setup.finish.open);
}

async function showTenants({ row, takePicture, openArea }) {
  await openArea('tenants');
  await row().waitFor();
  await takePicture('tenants');
}

async function showAccount({ page, row, takePicture, openArea }) {
  await openArea('accounts');
  await row().click();
  await page.getByRole('dialog').waitFor();
  await takePicture('account');
}

async function showOperators({ row, takePicture, openArea }) {
  await openArea('operators');
  await row().waitFor();
  await takePicture('operators');
}

async function showConfiguration({ page, takePicture, openArea }) {
  await openArea('configuration');
  await page.getByRole('definition').first().waitFor();
  await takePicture('configuration');
}

async function showReleases({ service, row, takePicture, openArea }) {
  const published = [
    '--platform',
    'ios',
    '--version',
    '2.1.0',
    '--store-url',
    'https://apps.apple.com/app/id1',
  ];
  service.cli('release', 'publish', ...published);
  await openArea('releases');
  await row().waitFor();
  await takePicture('releases');
}

async function showAgreements({ page, texts, field, click, takePicture, openArea }) {
  const { draft, form, version } = texts.agreements;
  await openArea('agreements');
  await click(draft.begin);
  await field(version).fill('2.0');
  await click(form.submit);
  await page.getByRole('button', { name: draft.publish }).waitFor();
  await takePicture('agreements');
}

async function showHealth({ row, takePicture, openArea }) {
  await openArea('health');
  await row().waitFor();
  await takePicture('health');
}

export const operatorSteps = [
  createOperator,
  finishSetup,
  showTenants,
  showAccount,
  showOperators,
  showReleases,
  showConfiguration,
  showAgreements,
  showHealth,
];
