import { afterEach, expect, it } from 'vitest';
import { createFakeFetch, json, offline } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { createApi } from '../platform/api/index.ts';
import { fetchEnvironment, restoreEnvironment, useEnvironmentStore } from './environment.store.ts';

const call = 'GET /api/v1/environment';

afterEach(() => useEnvironmentStore.setState({ environment: 'production' }));

function setUp(answer: Parameters<typeof createFakeFetch>[0][string]) {
  const { send, requests } = createFakeFetch({ [call]: answer });
  const api = createApi({
    host: 'https://service.test',
    token: async () => 'account-token',
    isOnline: () => true,
    language: () => 'zh',
    onFailure: () => expect.fail('the failure of the call is nobody’s'),
    fetch: send,
  });
  return { parts: { api, preferences: createMemoryPlatform().preferences }, requests };
}

const shown = () => useEnvironmentStore.getState().environment;

it('of a page comes from the service and is stored for an offline start', async () => {
  const { parts } = setUp((request) => {
    expect(request.headers.get('Authorization')).toBeNull();
    return json({ environment: 'test' });
  });
  await restoreEnvironment(parts);
  expect(shown()).toBe('production');
  await fetchEnvironment(parts);
  expect(shown()).toBe('test');
  useEnvironmentStore.setState({ environment: 'production' });
  await restoreEnvironment(parts);
  expect(shown()).toBe('test');
});

it('changes when the setting of the service changes', async () => {
  const { parts } = setUp(() => json({ environment: 'production' }));
  await parts.preferences.set('environment', 'test');
  await restoreEnvironment(parts);
  expect(shown()).toBe('test');
  await fetchEnvironment(parts);
  expect(shown()).toBe('production');
});

it.each([
  ['no network', offline],
  ['a value that does not exist', () => json({ environment: 'moon' })],
] as const)('is unchanged with %s', async (_, answer) => {
  const { parts } = setUp(answer);
  await parts.preferences.set('environment', 'test');
  await restoreEnvironment(parts);
  await fetchEnvironment(parts);
  expect(shown()).toBe('test');
});

it('of a native build is fixed at build time', async () => {
  const { parts, requests } = setUp(() => json({ environment: 'production' }));
  await restoreEnvironment({ ...parts, builtIn: 'test' });
  await fetchEnvironment({ ...parts, builtIn: 'test' });
  expect([shown(), requests]).toEqual(['test', []]);
});
