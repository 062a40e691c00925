import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from '@playwright/test';
import { rights, roles } from '@sealflow/domain/roles';
import { type Area, tenantAreas } from '../../apps/console/src/app/areas.compose.ts';
import { paletteEntries } from '../../apps/console/src/app/palette.compose.ts';
import { zh } from '../../apps/console/src/i18n/zh.ts';
import { expect, test } from '../support/app.ts';
import { signInToConsole } from '../support/console.ts';
import { addMember, type Person } from '../support/members.ts';
import { navigate } from '../support/navigate.ts';
import { Client } from '../support/service.ts';

const desktop = { width: 1280, height: 800 };
test.use({ viewport: desktop, locale: 'zh-CN', hasTouch: false });

const { common, shell } = zh;

/** Each base role, and an own role of the organisation with each right. */
const walkers = [
  ...Object.keys(roles).map((role) => ({ title: role, role, right: undefined })),
  ...Object.values(rights).map((right) => ({ title: `own role with ${right}`, role: 'users', right })),
];

const heldRights: Readonly<Record<string, readonly string[]>> = {
  administrators: Object.values(rights),
  users: [rights.signIn],
  others: [],
};

/** A session in the console whose calls are counted. */
class Walk {
  readonly page: Page;
  readonly base: string;
  readonly #refused: string[] = [];
  readonly #pending = new Set<Request>();

  constructor(page: Page, tid: string) {
    this.page = page;
    this.base = `/t/${tid}`;
    const isCall = (request: Request) => /\/api\/v1\/(?!.*events)/.test(request.url());
    page.on('request', (request) => isCall(request) && this.#pending.add(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('response', (response) => {
      if (response.status() === 403) this.#refused.push(`${response.request().method()} ${response.url()}`);
    });
  }

  get links(): Locator {
    return this.page.getByRole('navigation', { name: shell.navigation }).getByRole('link');
  }

  goTo(path: string): Promise<unknown> {
    return this.page.goto(`/console${path}`);
  }

  /** Opens the first area by its address and the others without a page load, which takes most of the time. */
  openArea({ path }: Area, index: number): Promise<unknown> {
    const address = `${this.base}/${path}`;
    return index === 0 ? this.goTo(address) : navigate(this.page, `/console${address}`);
  }

  /** Waits until the page has its data, and compares: no error, no refused call, no link to a refused area. */
  async expectComplete(screen: string, refusedAreas: readonly Area[]): Promise<void> {
    await expect.poll(() => this.#pending.size, screen).toBe(0);
    await expect(this.page.getByText(common.loading, { exact: true }), screen).toHaveCount(0);
    await expect(this.page.getByRole('alert').filter({ hasText: /./ }), screen).toHaveCount(0);
    expect(this.#refused, screen).toEqual([]);
    const links = this.page.getByRole('link');
    const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    const forbidden = refusedAreas.map(({ path }) => `/console${this.base}/${path}`);
    expect(
      paths.filter((path) => forbidden.some((start) => path.startsWith(start))),
      screen,
    ).toEqual([]);
  }

  /** Opens all tabs of the page, and the details of the first row with all their tabs. */
  async openAll(area: string, refusedAreas: readonly Area[]): Promise<void> {
    await this.openTabs(this.page.getByRole('main'), { area, refusedAreas });
    const row = this.page.getByRole('rowheader').first();
    if (!(await row.isVisible())) return;
    await row.click();
    await this.expectComplete(`${area}: details`, refusedAreas);
    await this.openTabs(this.page.getByRole('dialog'), { area, refusedAreas });
  }

  /** Opens each tab and at last the first one again. */
  async openTabs(
    place: Locator,
    { area, refusedAreas }: { area: string; refusedAreas: readonly Area[] },
  ): Promise<void> {
    const tabs = await place.getByRole('tab').all();
    for (const tab of [...tabs.slice(1), ...tabs.slice(0, 1)]) {
      await tab.click();
      await this.expectComplete(`${area}: ${await tab.innerText()}`, refusedAreas);
    }
  }
}

test(
  'each role sees exactly the areas of its rights, whose pages, details and forms make no refused call',
  { tag: ['@once', '@requests'] },
  async ({ app, openApp }, testInfo) => {
    const { id: tid } = app.tenant('eds-pro_16');
    const run = randomUUID().slice(0, 8);

    const administrator = await Client.signIn(app.account('administrator'));
    const roleCall = `/api/v1/tenants/${tid}/admin/roles`;
    const people: { walker: (typeof walkers)[number]; person: Person }[] = [];
    for (const [index, walker] of walkers.entries()) {
      const { role, right } = walker;
      const name = `巡查${run}${index}`;
      const own = { roleID: `walk-${run}-${index}`, name, rights: right === undefined ? [] : [right] };
      if (right !== undefined)
        await administrator.call('POST /api/v1/tenants/{tid}/admin/roles', roleCall, own);
      const held = right === undefined ? role : `${role},${own.roleID}`;
      const passwordFile = testInfo.outputPath('password');
      people.push({ walker, person: await addMember({ tid, name, roles: held, passwordFile }) });
    }

    const walk = async ({ walker: { title, role, right }, person }: (typeof people)[number]) => {
      const held = new Set([...(heldRights[role] ?? []), ...(right === undefined ? [] : [right])]);
      const isAllowed = (area: Area) => area.rights.some((one) => held.has(one));
      const [allowed, refused] = [
        tenantAreas.filter(isAllowed),
        tenantAreas.filter((one) => !isAllowed(one)),
      ];
      const { page } = await openApp(desktop);
      const session = new Walk(page, tid);
      await signInToConsole(page, person);
      if (!held.has(rights.signIn)) {
        await expect(
          page.getByRole('alert').filter({ hasText: app.errorText('login.no_rights_or_no_roles') }),
        ).toBeVisible();
        return;
      }
      if (allowed.length === 0) {
        await expect(page.getByRole('heading', { name: common.noRights }), title).toBeVisible();
        await session.goTo(`${session.base}/${tenantAreas[0]?.path}`);
        await expect(page.getByRole('heading', { name: common.noRights }), title).toBeVisible();
        await session.expectComplete(title, refused);
        return;
      }
      await expect(session.links, title).toHaveText(allowed.map(({ name }) => shell.areas[name]));
      for (const [index, area] of allowed.entries()) {
        const { name, path } = area;
        await session.openArea(area, index);
        await expect(page.getByRole('heading', { level: 1, name: shell.areas[name] }), title).toBeVisible();
        await session.expectComplete(`${title}, ${path}`, refused);
        await session.openAll(`${title}, ${path}`, refused);
      }
      const forms = paletteEntries(session.base, allowed, zh).filter(({ group }) => group === 'acts');
      for (const { path } of forms) {
        await session.goTo(path);
        // A form hides the title of the page from assistive technology.
        await expect(page.locator('h1')).toBeVisible();
        await session.expectComplete(`${title}, ${path}`, refused);
      }
      for (const [index, area] of refused.entries()) {
        const { name, path } = area;
        await session.openArea(area, index);
        await expect(page.getByRole('heading', { level: 1, name: shell.areas[name] }), title).toBeVisible();
        await expect(page.getByRole('heading', { name: common.noRights }), title).toBeVisible();
        await session.expectComplete(`${title}, ${path}`, refused);
      }
    };
    await Promise.all(people.map(walk));
  },
);
