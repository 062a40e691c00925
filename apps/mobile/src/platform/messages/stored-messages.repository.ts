import type { Message, MessageSession } from '@sealflow/contract';
import { storedAnswersOf } from '../database/stored-answers.repository.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';

/** Numbers of sessions, and of messages of each, that stay readable without a network. */
export const maxStored = { sessions: 200, messages: 100 } as const;

/** Sessions belong to the account, whichever organisation they come from. */
const accountScope = '';

/**
 * The newest sessions and messages of an account as last read, the newest first. They are deleted with all stored
 * answers of the account when it signs out.
 */
export function storedMessagesOf(sql: SqlExecutor, accountID: string) {
  const answers = storedAnswersOf(sql, { accountID, tid: accountScope });
  const messagesName = (sessionID: string) => `messages:${sessionID}`;
  return {
    sessions: async () => (await answers.get<readonly MessageSession[]>('sessions'))?.body ?? [],

    messages: async (sessionID: string) =>
      (await answers.get<readonly Message[]>(messagesName(sessionID)))?.body ?? [],

    /** The stored messages of the sessions in which a text may occur, by session. */
    findMessages: async (text: string): Promise<ReadonlyMap<string, readonly Message[]>> => {
      const found = await answers.findContaining(['messages'], text);
      return new Map(
        found.map(({ name, body }) => [name.slice(messagesName('').length), body as readonly Message[]]),
      );
    },

    storeSessions: (sessions: readonly MessageSession[], now: number) =>
      answers.upsert('sessions', sessions.slice(0, maxStored.sessions), now),

    storeMessages: (sessionID: string, messages: readonly Message[], now: number) =>
      answers.upsert(messagesName(sessionID), messages.slice(0, maxStored.messages), now),
  };
}
