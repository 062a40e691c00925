import type { Locator, Page } from '@playwright/test';
import type { Flow } from '@sealflow/contract';
import { type App, expect } from './app.ts';
import { Client, sample } from './service.ts';

/** Creates an application like a user. */
export class Applying {
  readonly app: App;
  readonly page: Page;

  constructor(app: App) {
    this.app = app;
    this.page = app.page;
  }

  get texts(): App['texts']['apply'] {
    return this.app.texts.apply;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name });
  }

  get files(): Locator {
    return this.page.getByRole('region', { name: this.texts.files }).getByRole('listitem');
  }

  /** From the work screen to the types. */
  async begin(): Promise<void> {
    await this.button(this.app.texts.work.apply).click();
    const types = this.page.getByRole('region', { name: this.texts.choose }).getByRole('listitem');
    await expect(types).toHaveCount(11);
  }

  /** Opens the form of a type at its address. */
  async openForm(type: Flow['type'], title: string): Promise<void> {
    await this.page.goto(`/work?view=apply&type=${type}`);
    await this.field(this.texts.title).fill(title);
  }

  async choose(type: Flow['type'], name: string): Promise<void> {
    await this.button(`${name} ${this.texts.hints[type]}`).click();
    await expect(this.field(this.texts.title)).toBeVisible();
  }

  async attach(...names: string[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.button(this.texts.fromDevice).click();
    await (await chooser).setFiles(names.map(sample));
  }

  /** Waits until every selected file is stored on the device, so that it can be sent in any network state. */
  async waitUntilStored(count: number): Promise<void> {
    const { fileWaiting, fileCopying } = this.texts;
    await expect(this.files).toHaveCount(count);
    await expect(this.files.filter({ hasText: new RegExp(`${fileWaiting}|${fileCopying}`) })).toHaveCount(0);
  }

  async attached(count: number): Promise<void> {
    await expect(this.files.filter({ hasText: this.texts.fileStored })).toHaveCount(count);
  }

  /** Continues to the summary page. */
  async check(): Promise<void> {
    await this.button(this.texts.next).click();
    await expect(this.button(this.texts.submit)).toBeVisible();
  }

  async submit(): Promise<void> {
    await this.button(this.texts.submit).click();
    await this.waitForSubmission();
  }

  /** @param timeoutMs - in ms; a request without an answer needs its own timeout. */
  async waitForSubmission(timeoutMs = 30_000): Promise<void> {
    await expect(this.page).toHaveURL(/\/flowinfo(?:16)?\?flowID=/, { timeout: timeoutMs });
  }
}

/** Signs the employee in, as a member of the demo’s tenant of this service version. */
export async function signInToApply(
  app: App,
  version: Parameters<App['tenant']>[0],
): Promise<{ applying: Applying; texts: Applying['texts']; tenant: ReturnType<App['tenant']> }> {
  const tenant = app.tenant(version);
  await app.signIn(app.account('employee'), tenant);
  const applying = new Applying(app);
  return { applying, texts: applying.texts, tenant };
}

/** The person’s applications with a title, in any state. */
export async function flowsOf(client: Client, tid: string, title: string): Promise<Flow[]> {
  const { data } = await client.call(
    'GET /api/v1/tenants/{tid}/user-flows',
    `/api/v1/tenants/${tid}/user-flows?limit=100`,
  );
  return data.filter((flow) => flow.title === title);
}

/** Approves an application as its assignees, stage by stage, and processes it if a person has to. */
export async function approveAll(app: App, tid: string, title: string): Promise<void> {
  for (const role of ['approver', 'administrator']) {
    const client = await Client.signIn(app.account(role));
    const { data } = await client.call(
      'GET /api/v1/tenants/{tid}/user-tasks',
      `/api/v1/tenants/${tid}/user-tasks?state=awaiting&limit=100`,
    );
    const task = data.find(({ flow }) => flow.title === title);
    if (task === undefined) continue;
    const path = `/api/v1/tenants/${tid}/tasks/${task.id}/actions`;
    if (task.nodeType === 'file_process')
      await client.call('POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/handle', `${path}/handle`, {});
    else
      await client.call('POST /api/v1/tenants/{tid}/tasks/{taskID}/actions/approve', `${path}/approve`, {});
  }
}
