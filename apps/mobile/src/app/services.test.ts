import { afterEach, expect, it, vi } from 'vitest';
import environments from '../../native/environments.json' with { type: 'json' };
import { json } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { createServices } from './services.compose.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

async function calledHost(): Promise<string> {
  let called = '';
  const { api } = createServices({
    platform: createMemoryPlatform(),
    announce: () => undefined,
    fetch: async (input) => {
      called = new URL(new Request(input).url).origin;
      return json({ environment: 'test' });
    },
  });
  await api.call('GET /api/v1/environment', { token: null });
  return called;
}

it.each(Object.entries(environments))(
  'a native build of %s calls the host of its environment',
  async (_, { host }) => {
    vi.stubEnv('VITE_API_HOST', host);
    expect(await calledHost()).toBe(host);
  },
);

it('test and production have different hosts', () => {
  expect(environments.test.host).not.toBe(environments.production.host);
});

it('a page calls the service that serves it', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://documents.example' } });
  expect(await calledHost()).toBe('https://documents.example');
});
