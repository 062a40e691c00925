import type { Api } from '@sealflow/sdk/api.client.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router';
import { ServicesContext } from '../src/platform/api.hook.ts';
import { setSessionState } from '../src/platform/session/session.store.ts';
import type { SessionActions } from '../src/platform/session/session.usecases.ts';

type TenantScreenOptions = {
  /** The area, as the address names it. */
  readonly area: string;
  /** The query of the address. */
  readonly search?: string;
  readonly api: Api;
};

/**
 * Shows a screen of the tenant `t1` to a signed-in person.
 * @returns a function that removes it.
 */
export function showTenantScreen(
  screen: ReactElement,
  { area, search = '', api }: TenantScreenOptions,
): () => void {
  // Saved filters belong to the person.
  const session = { aid: 'li', token: 'token', expire: Date.now() + 60_000, username: 'li', tenants: [] };
  setSessionState({ phase: 'signedIn', session });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(
    <ServicesContext value={{ api, session: {} as SessionActions }}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[`/t/t1/${area}${search}`]}>
          <Routes>
            <Route path={`/t/:tid/${area}`} element={screen} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesContext>,
  );
  return () => {
    root.unmount();
    element.remove();
  };
}
