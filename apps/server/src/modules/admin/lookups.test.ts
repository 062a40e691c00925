import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { createTenant } from '../tenants/tenants.usecases.ts';
import { lookupLimit, throttleLookups } from './lookups.usecases.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  for (const tid of ['t-one', 't-two'])
    await createTenant(service.accounts.db, { tid, name: tid, serviceVersion: 'eds-pro_16.2' });
});
afterAll(() => service.close());

const actorOf = (tid: string): Actor => ({
  kind: 'member',
  tid,
  session: { aid: 'a', sid: 's', jti: 'j', device: null },
  member: { tid, fid: 'f', name: '王', rights: [], deny: [] },
});
const lookUpAt = <T>(tid: string, lookUp: () => Promise<T>) =>
  throttleLookups({ db: service.accounts.db, clock: Date.now }, actorOf(tid), { lookUp });

test('simultaneous look-ups do not exceed the limit together', async () => {
  const gate = Promise.withResolvers<never>();
  let running = 0;
  const calls = Array.from({ length: lookupLimit.maxFailures + 5 }, () =>
    lookUpAt('t-one', () => {
      running += 1;
      return gate.promise;
    }).catch((error: ServiceError) => error.code),
  );
  await expect.poll(() => running).toBeGreaterThanOrEqual(lookupLimit.maxFailures);
  await Promise.any(calls);
  expect(running).toBe(lookupLimit.maxFailures);
  gate.reject(new ServiceError('login.user_not_found'));
  const codes = await Promise.all(calls);
  expect(codes.filter((code) => code === 'app.too_many_requests')).toHaveLength(5);
  expect(await lookUpAt('t-one', async () => 'found').catch((error: ServiceError) => error.code)).toBe(
    'app.too_many_requests',
  );
});

test('successful look-ups and look-ups that fail for another reason do not count', async () => {
  for (let count = 0; count <= lookupLimit.maxFailures; count++) {
    expect(await lookUpAt('t-two', async () => 'found')).toBe('found');
    const beyond = lookUpAt('t-two', () => Promise.reject(new ServiceError('admin.beyond_own_rights')));
    await expect(beyond).rejects.toMatchObject({ code: 'admin.beyond_own_rights' });
  }
});
