import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import type { Api } from '../../src/platform/api/index.ts';
import type { DocumentsContext } from '../../src/platform/documents/document.types.ts';

/** A signed-in account without tenants, on a memory device. */
export function createDocumentsContext(api: Api) {
  return {
    platform: createMemoryPlatform(),
    api,
    host: 'https://service.example',
    accountID: 'a1',
    tenants: [],
    token: async () => 'token',
  } satisfies DocumentsContext;
}
