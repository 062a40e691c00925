import type { Locator, Page } from '@playwright/test';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { totpAt } from '../../apps/server/testing/totp.ts';
import { expect } from './app.ts';
import { pressKey, typeInto } from './keyboard.ts';

const {
  common,
  deployment: { mail, masterKey, sms },
  setup,
} = zh;

type Operator = { readonly username: string; readonly name: string; readonly password: string };
type Organisation = { readonly name: string; readonly username: string; readonly administrator: string };

/** The first-run assistant of the console, used by the keyboard alone. */
export class SetupAssistant {
  readonly page: Page;
  /** Called with the name of each step, for the rules of accessibility. */
  readonly #check: (step: string) => Promise<void>;

  constructor(page: Page, check: (step: string) => Promise<void>) {
    this.page = page;
    this.#check = check;
  }

  /** @param token - the fragment of the set-up link. */
  async open(token: string): Promise<void> {
    await this.page.goto(`/console/setup${token}`);
    await expect(this.#step('operator')).toBeVisible();
    expect(await this.page.evaluate(() => location.hash)).toBe('');
  }

  /** @returns the secret of the operator's authenticator app. */
  async createOperator({ username, name, password }: Operator): Promise<string> {
    await typeInto(this.#field(setup.operator.username), username);
    await typeInto(this.#field(setup.operator.name), name);
    await typeInto(this.page.getByLabel(setup.operator.password, { exact: true }), password);
    await typeInto(this.page.getByLabel(setup.operator.repeat), password);
    await this.#check(setup.steps.operator);
    await this.#press(common.next);
    await expect(this.page.getByRole('img', { name: setup.totp.qr })).toBeVisible();
    await this.#check(setup.steps.totp);
    const secret = await this.page.locator('code').innerText();
    await typeInto(this.#field(setup.totp.code), totpAt(secret, Date.now()));
    await this.#press(setup.totp.submit);
    await expect(this.page.getByRole('listitem')).toHaveCount(10);
    await this.#check(setup.steps.recovery);
    await pressKey(this.page.getByRole('checkbox', { name: setup.recovery.stored }), 'Space');
    await this.#press(common.next);
    return secret;
  }

  /** Founds an organisation without application types. @returns the one-time password of its first administrator. */
  async createOrganisation({ name, username, administrator }: Organisation): Promise<string> {
    await typeInto(this.#field(setup.organisation.name), name);
    await typeInto(this.#field(setup.organisation.username), username);
    await typeInto(this.#field(setup.organisation.administrator), administrator);
    await pressKey(this.page.getByRole('checkbox', { name: setup.organisation.isApprover }), 'Space');
    await this.#check(setup.steps.organisation);
    await this.#press(setup.organisation.submit);
    const secret = this.page.getByRole('region', { name: setup.organisation.password(username) });
    const password = await secret.locator('code').innerText();
    await this.#check(setup.organisation.created(name));
    await this.#press(common.next);
    return password;
  }

  /** Stores the mail server, and sends a test mail by it. @param url - as `SMTP_URL`, with TLS from the start. */
  async setUpMail(url: string, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
    await expect(this.#step('mail')).toBeVisible();
    const { hostname, port, username, password } = new URL(url);
    await typeInto(this.#field(mail.host), hostname);
    await typeInto(this.#field(mail.port), port);
    await typeInto(this.#field(mail.username), username);
    await typeInto(this.page.getByLabel(mail.password, { exact: true }), password);
    await typeInto(this.#field(mail.from), from);
    await this.#check(setup.steps.mail);
    await this.#press(common.save);
    await this.#test(mail, to);
    await this.#press(common.next);
  }

  /** Stores the SMS gateway, and sends a test message by it. */
  async setUpSms(url: string, { token, to }: { readonly token: string; readonly to: string }): Promise<void> {
    await expect(this.#step('sms')).toBeVisible();
    // The assistant goes on after a reload.
    await this.page.reload();
    await expect(this.#step('sms')).toBeVisible();
    await typeInto(this.#field(sms.url), url);
    await typeInto(this.page.getByLabel(sms.token, { exact: true }), token);
    await this.#check(setup.steps.sms);
    await this.#press(common.save);
    await this.#test(sms, to);
    await this.#press(common.next);
  }

  /** Sends the test message that follows the stored settings. */
  async #test(texts: typeof mail | typeof sms, to: string): Promise<void> {
    const recipient = this.#field(texts.testTo);
    // The focus goes on to the next step.
    await expect(recipient).toBeFocused();
    await typeInto(recipient, to);
    await this.page.keyboard.press('Enter');
    await expect(this.page.getByRole('status').filter({ hasText: texts.tested(to) })).toBeVisible();
  }

  /** Confirms the copy of the master key, and opens the areas of the operator. */
  async finish(): Promise<void> {
    await pressKey(this.page.getByRole('checkbox', { name: masterKey.stored }), 'Space');
    await this.#check(setup.steps.masterKey);
    await this.#press(masterKey.confirm);
    await this.#press(setup.finish.open);
  }

  #step(name: keyof typeof setup.steps): Locator {
    return this.page.getByRole('heading', { name: setup.steps[name] });
  }

  #field(name: string): Locator {
    return this.page.getByRole('textbox', { name });
  }

  #press(name: string): Promise<void> {
    return pressKey(this.page.getByRole('button', { name, exact: true }));
  }
}
