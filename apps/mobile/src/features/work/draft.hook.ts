import { useCallback, useEffect } from 'react';
import { draftsOf } from '../../platform/database/drafts.repository.ts';
import { localDatabase } from '../../platform/database/local-database.adapter.ts';
import { type Platform, usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { useDrafts } from './drafts.store.ts';

const writing = new Map<string, Promise<void>>();
const unwritten = new Set<string>();

/** Writes one draft at a time, always its latest text, so that fast typing does not queue writes. */
function write(platform: Platform, accountID: string, name: string): void {
  const key = `${accountID}:${name}`;
  const before = writing.get(key);
  if (before !== undefined) return;
  const work = (async () => {
    const drafts = draftsOf(await localDatabase(platform), accountID);
    let written: string | null | undefined;
    for (;;) {
      const text = useDrafts.getState()[name];
      if (text === written || text === undefined) return;
      if (text === null || text === '') await drafts.remove(name);
      else await drafts.put(name, text, platform.clock.now());
      written = text;
    }
  })();
  writing.set(key, work);
  // A device without storage keeps the text in memory while the page lives.
  work.catch(() => writeWithLine(platform, accountID, name)).finally(() => writing.delete(key));
}

/**
 * Offline, the database's code may fail to load. The write is retried when the device is online, even without
 * further typing.
 */
function writeWithLine(platform: Platform, accountID: string, name: string): void {
  const key = `${accountID}:${name}`;
  if (unwritten.has(key)) return;
  unwritten.add(key);
  const leave = platform.network.subscribe((online) => {
    if (!online) return;
    leave();
    unwritten.delete(key);
    write(platform, accountID, name);
  });
}

/** Changes a draft in the store and on the device. */
export function useKeepDraft(): (name: string, text: string) => void {
  const platform = usePlatform();
  const { account } = useSignedIn();
  return useCallback(
    (name, text) => {
      useDrafts.setState({ [name]: text });
      write(platform, account.aid, name);
    },
    [platform, account.aid],
  );
}

/** A text that is stored on the device as it is typed, so that back, a reload or a killed page lose nothing. */
export function useDraft(name: string): {
  readonly text: string;
  /** Whether the stored text has been read; before that it must not be overwritten. */
  readonly isReady: boolean;
  readonly keep: (text: string) => void;
} {
  const platform = usePlatform();
  const { account } = useSignedIn();
  const text = useDrafts((drafts) => drafts[name]);
  const keepAny = useKeepDraft();
  useEffect(() => {
    if (text !== undefined) return;
    const read = async () => {
      const kept = await localDatabase(platform)
        .then((sql) => draftsOf(sql, account.aid).get(name))
        .catch(() => null);
      if (useDrafts.getState()[name] === undefined) useDrafts.setState({ [name]: kept });
    };
    void read();
  }, [platform, account.aid, name, text]);
  const keep = useCallback((next: string) => keepAny(name, next), [keepAny, name]);
  return { text: text ?? '', isReady: text !== undefined, keep };
}
