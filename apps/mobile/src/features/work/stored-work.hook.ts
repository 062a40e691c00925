import { useMemo } from 'react';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { type StoredAnswer, storedAnswersOf } from '../../platform/database/stored-answers.repository.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { useWorkTenant } from './work-tenant.hook.ts';

export type StoredWork = {
  get<T>(name: string): Promise<StoredAnswer<T> | null>;
  put(name: string, body: unknown): Promise<void>;
  remove(name: string): Promise<void>;
};

/**
 * The stored work data of this tenant, for reading offline. Storage errors are ignored: the data is a cache.
 */
export function useStoredWork(): StoredWork {
  const platform = usePlatform();
  const { account } = useSignedIn();
  const { tid } = useWorkTenant();
  return useMemo(() => {
    const openRepository = async () =>
      storedAnswersOf(await localDatabase(platform), { accountID: account.aid, tid });
    return {
      get: async <T>(name: string) => {
        try {
          return await (await openRepository()).get<T>(name);
        } catch {
          return null;
        }
      },
      put: async (name, body) => {
        await (await openRepository()).upsert(name, body, platform.clock.now()).catch(() => undefined);
      },
      remove: async (name) => {
        await (await openRepository()).remove(name).catch(() => undefined);
      },
    };
  }, [platform, account.aid, tid]);
}
