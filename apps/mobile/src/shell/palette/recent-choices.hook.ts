import { useCallback, useEffect, useState } from 'react';
import { draftsOf } from '../../platform/database/drafts.repository.ts';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';

const maxRecent = 5;

const parseIDs = (text: string | null): readonly string[] => {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string').slice(0, maxRecent) : [];
  } catch {
    return [];
  }
};

/** The ids of the latest choices in a tenant, in the account's database: they name its tasks and documents. */
export function useRecentChoices(tid: string) {
  const platform = usePlatform();
  const { account } = useSignedIn();
  const [ids, setIDs] = useState<readonly string[]>([]);
  const name = `palette:${tid}`;
  useEffect(() => {
    let isEnded = false;
    const read = async () => {
      const text = await draftsOf(await localDatabase(platform), account.aid).get(name);
      if (!isEnded) setIDs(parseIDs(text));
    };
    read().catch(() => undefined);
    return () => {
      isEnded = true;
    };
  }, [platform, account.aid, name]);
  const add = useCallback(
    (id: string) => {
      const next = [id, ...ids.filter((one) => one !== id)].slice(0, maxRecent);
      const store = async () =>
        draftsOf(await localDatabase(platform), account.aid).upsert(
          name,
          JSON.stringify(next),
          platform.clock.now(),
        );
      // A device without storage has no recent choices.
      store().catch(() => undefined);
    },
    [platform, account.aid, name, ids],
  );
  return { ids, add };
}
