import type { Api } from '../../platform/api/index.ts';
import type { Speech } from '../../platform/speech/speaker.usecases.ts';

/** Maximum number of messages read aloud at once; older ones are no longer news. */
const most = 10;

type ArrivalsDeps = {
  readonly api: Pick<Api, 'call'>;
  /** Messages before this time (server time, ms since 1970) are not read aloud. */
  readonly since: number;
  readonly onSpoken: (speech: Speech) => void;
};

/** Finds new messages that are to be read aloud, each once, in their order. */
export function createArrivals({ api, since, onSpoken }: ArrivalsDeps) {
  const ending = new AbortController();
  const { signal } = ending;
  const heard = new Map<string, number>();
  // Checks run one after the other: two concurrent ones would find the same message.
  let line: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    line = line.then(() => (signal.aborted ? undefined : work())).catch(() => undefined);
  };

  const lookInto = async (sessionID: string) => {
    const { data } = await api.call('GET /api/v1/user-msg-sessions/{sessionID}/msgs', {
      params: { sessionID },
      query: { skip: 0, limit: most },
      signal,
    });
    const after = heard.get(sessionID) ?? since;
    const fresh = data.filter(({ createAt }) => createAt > after).toReversed();
    const newest = fresh.at(-1);
    if (newest !== undefined) heard.set(sessionID, newest.createAt);
    for (const { type, read, msgID, text, title } of fresh) {
      if (type === 'text_voice' && !read) onSpoken({ id: msgID, text: text === '' ? title : text });
    }
  };

  return {
    look: (sessionID: string) => inTurn(() => lookInto(sessionID)),
    lookAll: () =>
      inTurn(async () => {
        const { data } = await api.call('GET /api/v1/user-msg-sessions', {
          query: { skip: 0, limit: most },
          signal,
        });
        for (const { sessionID, unread, updateAt } of data) {
          if (unread > 0 && updateAt > (heard.get(sessionID) ?? since)) await lookInto(sessionID);
        }
      }),
    end: () => ending.abort(),
  };
}
