import type { Api } from '@sealflow/sdk/api.client.ts';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useCan, useRights } from './access.queries.ts';
import { ServicesContext } from './api.hook.ts';
import { setSessionState } from './session/session.store.ts';
import type { SessionActions } from './session/session.usecases.ts';

let root: Root;
afterEach(() => root.unmount());

/** As the frame of a tenant: its pages, which need the rights too, mount when the answer has come. */
function Frame() {
  const rights = useRights('t1');
  return rights.isLoading ? <p>waiting</p> : <Page />;
}

function Page() {
  const can = useCan('t1');
  return <h1>{can('any') ? 'allowed' : 'refused'}</h1>;
}

/** @returns the calls of a frame whose service refuses the rights. */
async function showRefused(memberOf: readonly string[]): Promise<string[]> {
  const calls: string[] = [];
  const call = (async (name: string) => {
    calls.push(name);
    if (name === 'GET /api/v1/account/second-factor') return { data: { isOperator: false } };
    throw new ApiError({ kind: 'http', code: 'login.tenant_access_denied', message: 'refused', status: 403 });
  }) as unknown as Api['call'];
  const tenants = memberOf.map((id) => ({ id, name: id }));
  const session = { aid: 'li', token: 'token', expire: Date.now() + 60_000, username: 'li', tenants };
  setSessionState({ phase: 'signedIn', session: session as never });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <ServicesContext value={{ api: { call } as unknown as Api, session: {} as SessionActions }}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Frame />
      </QueryClientProvider>
    </ServicesContext>,
  );
  await expect.element(page.getByRole('heading', { name: 'refused' })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 200));
  return calls.filter((name) => name.includes('current-user'));
}

it('asks for the rights once where they are refused', async () => {
  expect(await showRefused(['t1'])).toHaveLength(1);
});

it('does not ask for the rights in a tenant that the person is no member of', async () => {
  expect(await showRefused([])).toHaveLength(0);
});
