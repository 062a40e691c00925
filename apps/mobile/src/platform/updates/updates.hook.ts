import { useMemo } from 'react';
import { useApi } from '../api/index.ts';
import { usePlatform } from '../platform.hook.ts';
import { checkForUpdate, postponeUpdate } from './check-update.usecases.ts';
import { downloadUpdate } from './download-update.usecases.ts';
import type { Offer } from './updates.store.ts';

/** The user's actions on updates. */
export function useUpdateActions() {
  const api = useApi();
  const platform = usePlatform();
  return useMemo(
    () => ({
      check: () => checkForUpdate({ api, platform }),
      putOff: () => postponeUpdate({ api, platform }),
      download: (offer: Offer) => downloadUpdate({ api, platform }, offer),
      restart: () => platform.appUpdate.startCode(),
    }),
    [api, platform],
  );
}
