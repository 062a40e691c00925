import { type ApiDeps, createApi } from '@sealflow/sdk/api.client.ts';

/** The client of a signed-in device that is online. `deps` replaces what a test needs otherwise. */
export const createTestApi = (deps: Partial<ApiDeps>) =>
  createApi({
    host: 'https://service.example',
    token: async () => 'token',
    isOnline: () => true,
    language: () => 'zh',
    onFailure: () => undefined,
    ...deps,
  });
