import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestApi } from '../../../testing/session/test-api.ts';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { requestRefresh, requestToken } from './token-requests.client.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A service that receives every request and answers none. */
function setUp() {
  const platform = createMemoryPlatform();
  const requests: string[] = [];
  const api = createTestApi({
    token: async () => null,
    fetch: (input, init) =>
      new Promise((_, reject) => {
        requests.push(new URL(new Request(input).url).pathname);
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  });
  return { requests, deps: { api, platform, serverNow: () => Date.now() } };
}

it.each([
  ['sign-in', '/api/v1/auth/token', requestToken, { username: 'li', password: 'secret123' }],
  ['refresh', '/api/v1/auth/refresh-token', requestRefresh, { token: 'token-1', bound: false }],
] as const)('a %s request times out after 10 s without an answer', async (_, path, request, given) => {
  const { requests, deps } = setUp();
  const ended = vi.fn<(error: unknown) => void>();
  (request as (deps: unknown, given: unknown) => Promise<unknown>)(deps, given).catch(ended);
  await vi.waitFor(() => expect(requests).toEqual([path]));
  await vi.advanceTimersByTimeAsync(9_900);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).toHaveBeenCalledWith(
    expect.objectContaining({ kind: 'timeout', code: 'app.timeout', params: { seconds: 10 } }),
  );
});
