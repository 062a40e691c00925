import { useCallback, useEffect } from 'react';
import { draftsOf } from '../../platform/database/drafts.repository.ts';
import { localDatabase } from '../../platform/database/local-database.adapter.ts';
import { type Platform, usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { useDrafts } from './drafts.store.ts';

const writing = new Map<string, Promise<void>>();
const unwritten = new Set<string>();

/** Writes what is latest, one after the other: typing fast costs no more than the database takes. */
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
  // A device that stores nothing keeps the text as long as the page lives.
  work.catch(() => writeWithLine(platform, accountID, name)).finally(() => writing.delete(key));
}

/** Where the database's code did not come, it comes with the line, and nobody may type another word by then. */
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

/** Changes a draft wherever it is shown, and on the device. */
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

/** A text that is kept as it is written: going back, a reload and a killed page lose no word. */
export function useDraft(name: string): {
  readonly text: string;
  /** Whether what was kept is there already; before that nothing may be written over it. */
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
