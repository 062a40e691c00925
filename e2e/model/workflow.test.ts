import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestService, type TestService } from '../../apps/server/testing/service.ts';
import { becomeBrowser } from './browser.ts';
import { openTown } from './office.ts';
import { plants } from './plants.ts';
import { play, tell } from './play.ts';
import { hosts } from './world.ts';

const isFull = process.env['TEST_FULL'] === '1';
const seconds = isFull ? 600 : 14;
const runs = Number(process.env['MODEL_RUNS'] ?? (isFull ? 400 : 20));

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ LOG_LEVEL: 'warn', PUBLIC_HOSTS: hosts.join(',') });
  await openTown(service);
  becomeBrowser();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await service.close();
});

test('whatever lines, devices and people do: what was told is so, once, and nothing is lost', async () => {
  const found = await play({ service, runs, seconds: Number(process.env['MODEL_SECONDS'] ?? seconds) });
  expect(tell(found)).toBe('');
}, 1_200_000);

/** Three say that it finds; the whole list is tried where there is time. */
const plantsTried = isFull ? undefined : 3;
const planted = Object.entries(plants).slice(0, plantsTried);
test.each(planted)('finds %s', async (_, plant) => {
  const found = await play({ service, runs: 80, seconds: 60, plant, seed: 1 });
  expect(tell(found)).toMatch(/^Broken: /);
});
