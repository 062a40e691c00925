import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from '../infra/config/config.schemas.ts';
import type { StartedService } from './start.compose.ts';
import { renderStartupBanner } from './startup-banner.util.ts';
import { schemaVersion, version } from './version.util.ts';

const demo = { accounts: [{ role: 'employee', username: 'u', password: 'p', tenants: ['t'] }] };
const masterKey = { path: '/settings/master.key', created: false };
const started = (parts: object) =>
  ({ url: 'http://localhost:8080', masterKey, ...parts }) as unknown as StartedService;

it('warns of the public demo passwords if other machines can reach the service', () => {
  const bannerOn = (HOST: string, parts: object) => renderStartupBanner(started(parts), readConfig({ HOST }));
  const warning = 'These passwords are public';
  expect(bannerOn('0.0.0.0', { demo })).toContain(warning);
  expect(bannerOn('localhost', { demo })).not.toContain(warning);
  expect(bannerOn('0.0.0.0', { demo: undefined })).not.toContain(warning);
});

it('shows the set-up link only while no person operates the service', () => {
  const setupLink = { url: 'http://localhost:8080/console/setup#token', expireAt: 0 };
  const render = (parts: object) => renderStartupBanner(started({ demo, ...parts }), readConfig({}));
  expect(render({ setupLink })).toContain(`\n  ${setupLink.url}\n`);
  expect(render({ setupLink: undefined })).not.toContain('/console/setup');
});

it('names the release and the newest migration, both of which the changelog lists', () => {
  const banner = renderStartupBanner(started({ demo: undefined }), readConfig({}));
  expect(banner).toContain(`${version} (schema ${schemaVersion})`);
  const changelog = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const [, newest, newestSchema] = /^## (\d+\.\d+\.\d+)[^\n]*schema (\d{3})/m.exec(changelog) ?? [];
  expect([newest, newestSchema]).toEqual([version, schemaVersion]);
});
