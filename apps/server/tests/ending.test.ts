import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { promised } from '../src/infra/test-patience.ts';
import { openServicePlace, type ServicePlace } from './service-process.ts';

let place: ServicePlace;
beforeAll(async () => {
  place = await openServicePlace({ SEED_DEMO: 'false' });
});
afterAll(() => place.close());

test('a service that is told to end answers all that was asked, and then takes nobody', async () => {
  const service = await place.start();
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const url = new URL('/api/v1/eula', service.url);
  let answered = 0;
  /** Asks again and again until nobody listens. @returns what the last one failed with. */
  const askOn = async (): Promise<string> => {
    for (;;) {
      try {
        expect(await ask(url, agent)).toBe(200);
        answered += 1;
      } catch (error) {
        return String((error as NodeJS.ErrnoException).code ?? error);
      }
    }
  };
  const clients = Array.from({ length: 20 }, askOn);
  await expect.poll(() => answered).toBeGreaterThan(200);
  const begun = performance.now();
  expect(await service.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(promised(3000));
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']));
});

function ask(url: URL, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
