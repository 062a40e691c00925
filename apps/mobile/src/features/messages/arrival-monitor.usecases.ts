import type { Api } from '../../platform/api/index.ts';
import type { Speech } from '../../platform/speech/speaker.usecases.ts';

/** Maximum number of messages read aloud at once; older ones are no longer news. */
const maxSpokenMessages = 10;

type ArrivalMonitorOptions = {
  readonly api: Pick<Api, 'call'>;
  /** Messages before this time (server time, ms since 1970) are not read aloud. */
  readonly since: number;
  readonly onSpoken: (speech: Speech) => void;
};

/** Finds new messages that are to be read aloud, each once, in their order. */
export function createArrivalMonitor({ api, since, onSpoken }: ArrivalMonitorOptions) {
  const controller = new AbortController();
  const { signal } = controller;
  const lastSeenAt = new Map<string, number>();
  // Checks run one after the other: two concurrent ones would find the same message.
  let queueTail: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<void>) => {
    queueTail = queueTail.then(() => (signal.aborted ? undefined : work())).catch(() => undefined);
  };

  const announceNew = async (sessionID: string) => {
    const { data } = await api.call('GET /api/v1/user-msg-sessions/{sessionID}/msgs', {
      params: { sessionID },
      query: { skip: 0, limit: maxSpokenMessages },
      signal,
    });
    const after = lastSeenAt.get(sessionID) ?? since;
    const newMessages = data.filter(({ createAt }) => createAt > after).toReversed();
    const newest = newMessages.at(-1);
    if (newest !== undefined) lastSeenAt.set(sessionID, newest.createAt);
    for (const { type, read, msgID, text, title } of newMessages) {
      if (type === 'text_voice' && !read) onSpoken({ id: msgID, text: text === '' ? title : text });
    }
  };

  return {
    check: (sessionID: string) => enqueue(() => announceNew(sessionID)),
    checkAll: () =>
      enqueue(async () => {
        const { data } = await api.call('GET /api/v1/user-msg-sessions', {
          query: { skip: 0, limit: maxSpokenMessages },
          signal,
        });
        for (const { sessionID, unread, updateAt } of data) {
          if (unread > 0 && updateAt > (lastSeenAt.get(sessionID) ?? since)) await announceNew(sessionID);
        }
      }),
    close: () => controller.abort(),
  };
}
