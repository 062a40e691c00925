import { expect, it } from 'vitest';
import { readConfig } from '../infra/config/config.schemas.ts';
import { greeting } from './greeting.adapter.ts';
import type { StartedService } from './start.adapter.ts';

const demo = { accounts: [{ role: 'employee', username: 'u', password: 'p', tenants: ['t'] }] };
const masterKey = { path: '/settings/master.key', created: false };
const started = (parts: object) =>
  ({ url: 'http://localhost:8080', masterKey, ...parts }) as unknown as StartedService;

it('warns of the demo where other machines reach it', () => {
  const said = (HOST: string, parts: object) => greeting(started(parts), readConfig({ HOST }));
  const warning = 'Everybody knows these passwords';
  expect(said('0.0.0.0', { demo })).toContain(warning);
  expect(said('localhost', { demo })).not.toContain(warning);
  expect(said('0.0.0.0', { demo: undefined })).not.toContain(warning);
});
