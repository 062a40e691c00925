import { useCallback, useEffect } from 'react';
import { draftsOf } from '../../platform/database/drafts.repository.ts';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { type Platform, usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { useTextDrafts } from './text-drafts.store.ts';

const activeWrites = new Map<string, Promise<void>>();
const retryKeys = new Set<string>();

/** Writes one draft at a time, always its latest text, so that fast typing does not queue writes. */
function writeLatest(platform: Platform, accountID: string, name: string): void {
  const key = `${accountID}:${name}`;
  const running = activeWrites.get(key);
  if (running !== undefined) return;
  const work = (async () => {
    const drafts = draftsOf(await localDatabase(platform), accountID);
    let written: string | null | undefined;
    for (;;) {
      const text = useTextDrafts.getState()[name];
      if (text === written || text === undefined) return;
      if (text === null || text === '') await drafts.remove(name);
      else await drafts.upsert(name, text, platform.clock.now());
      written = text;
    }
  })();
  activeWrites.set(key, work);
  // A device without storage keeps the text in memory while the page lives.
  work.catch(() => retryWhenOnline(platform, accountID, name)).finally(() => activeWrites.delete(key));
}

/**
 * Offline, the database's code may fail to load. The write is retried when the device is online, even without
 * further typing.
 */
function retryWhenOnline(platform: Platform, accountID: string, name: string): void {
  const key = `${accountID}:${name}`;
  if (retryKeys.has(key)) return;
  retryKeys.add(key);
  const unsubscribe = platform.network.subscribe((online) => {
    if (!online) return;
    unsubscribe();
    retryKeys.delete(key);
    writeLatest(platform, accountID, name);
  });
}

/** Changes a draft in the store and on the device. */
export function useSetTextDraft(): (name: string, text: string) => void {
  const platform = usePlatform();
  const { account } = useSignedIn();
  return useCallback(
    (name, text) => {
      useTextDrafts.setState({ [name]: text });
      writeLatest(platform, account.aid, name);
    },
    [platform, account.aid],
  );
}

/** A text that is stored on the device as it is typed, so that back, a reload or a killed page lose nothing. */
export function useTextDraft(name: string): {
  readonly text: string;
  /** Whether the stored text has been read; before that it must not be overwritten. */
  readonly isReady: boolean;
  readonly setText: (text: string) => void;
} {
  const platform = usePlatform();
  const { account } = useSignedIn();
  const text = useTextDrafts((drafts) => drafts[name]);
  const setAnyText = useSetTextDraft();
  useEffect(() => {
    if (text !== undefined) return;
    const read = async () => {
      const stored = await localDatabase(platform)
        .then((sql) => draftsOf(sql, account.aid).get(name))
        .catch(() => null);
      if (useTextDrafts.getState()[name] === undefined) useTextDrafts.setState({ [name]: stored });
    };
    void read();
  }, [platform, account.aid, name, text]);
  const setText = useCallback((next: string) => setAnyText(name, next), [setAnyText, name]);
  return { text: text ?? '', isReady: text !== undefined, setText };
}
