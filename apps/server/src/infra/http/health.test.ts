import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { healthRoutes } from './health.routes.ts';

test('checks each part once for simultaneous readiness requests, and again for the next request', async () => {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  let checks = 0;
  const parts = [Promise.resolve(), Promise.reject(new Error('away')), Promise.resolve()];
  for (const part of parts) part.catch(() => {});
  healthRoutes(app, { store: () => parts[checks++] ?? Promise.resolve() });
  const ask = async () => (await app.inject('/readyz')).json();
  const ok = { status: 'ok', failed: [] };
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array.from({ length: 20 }, () => ok));
  expect(checks).toBe(1);
  expect(await ask()).toEqual({ status: 'unavailable', failed: ['store'] });
  expect(await ask()).toEqual(ok);
  await app.close();
});

test('reports a part that never responds as failed and does not check it a second time meanwhile', async () => {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  let checks = 0;
  const silent = () => {
    checks += 1;
    return new Promise<never>(() => {});
  };
  healthRoutes(app, { database: silent, store: async () => undefined });
  for (let times = 0; times < 2; times += 1) {
    const response = await app.inject('/readyz');
    expect([response.statusCode, response.json().failed]).toEqual([503, ['database']]);
  }
  expect(checks).toBe(1);
  await app.close();
});
