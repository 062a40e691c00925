import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestService, type TestService } from '../../apps/server/testing/service.ts';
import { stubBrowserGlobals } from './browser.ts';
import { hosts } from './scenario.ts';
import { describeFailure, search } from './search.ts';
import { seededFaults } from './seeded-faults.ts';
import { createSharedAccounts } from './tenant.ts';

const isFull = process.env['TEST_FULL'] === '1';
const seconds = isFull ? 600 : 14;
const runs = Number(process.env['MODEL_RUNS'] ?? (isFull ? 400 : 10));

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ LOG_LEVEL: 'warn', PUBLIC_HOSTS: hosts.join(',') });
  await createSharedAccounts(service);
  stubBrowserGlobals();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await service.close();
});

test('every acknowledged action takes effect once and is never lost, for random networks, devices and users', async () => {
  const found = await search({ service, runs, seconds: Number(process.env['MODEL_SECONDS'] ?? seconds) });
  expect(describeFailure(found)).toBe('');
}, 1_200_000);

/** A normal run tries three seeded faults, a full run all of them. */
const faultCount = isFull ? undefined : 3;
const triedFaults = Object.entries(seededFaults).slice(0, faultCount);
test.each(triedFaults)('finds %s', async (_, seededFault) => {
  const found = await search({ service, runs: 80, seconds: 60, seededFault, seed: 1 });
  expect(describeFailure(found)).toMatch(/^InvariantViolation: /);
});
