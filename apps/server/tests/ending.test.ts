import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { timeLimitMs } from '../testing/eventually.ts';
import { openServicePlace, type ServicePlace } from './service-process.ts';

let place: ServicePlace;
beforeAll(async () => {
  place = await openServicePlace({ SEED_DEMO: 'false' });
});
afterAll(() => place.close());

test('a service that shuts down answers all pending requests and then accepts none', async () => {
  const service = await place.start();
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const url = new URL('/api/v1/eula', service.url);
  let answered = 0;
  /** Repeats a request until the port is closed. @returns the error of the last request. */
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
  expect(performance.now() - begun).toBeLessThan(timeLimitMs(3000));
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']));
});

test('a service that shuts down releases its work in progress', async () => {
  // A receiver of checkpoints that accepts requests and never responds.
  let requestCount = 0;
  const silent = createServer(() => (requestCount += 1));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  await createAccount(place.database.handle, {
    aid: 'a',
    username: 'a',
    password: 'Ending-2026',
    email: null,
  });
  const service = await place.start({
    AUDIT_CHECKPOINT_URL: `http://127.0.0.1:${port}/`,
    AUDIT_CHECKPOINT_SECONDS: '1',
  });
  await fetch(`${service.url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'a', password: 'Ending-2026' }),
  });
  await expect.poll(() => requestCount).toBeGreaterThan(0);
  expect(await service.stop()).toBe(0);
  const { rows } = await place.database.pool.query(
    "select distinct state from pgboss.job where name = 'audit.checkpoint'",
  );
  expect(rows.map(({ state }) => state)).not.toContain('active');
  expect(rows.length).toBeGreaterThan(0);
  silent.closeAllConnections();
  silent.close();
});

function ask(url: URL, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
