import type { Message, MessageSession } from '@sealflow/contract';
import { storedAnswersOf } from '../database/stored-answers.repository.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';

/** Numbers of sessions, and of messages of each, that stay readable without a network. */
export const storedMost = { sessions: 200, messages: 100 } as const;

/** Sessions belong to the account, whichever organisation they come from. */
const ofAccount = '';

/**
 * The newest sessions and messages of an account as last read, the newest first. They are deleted with all stored
 * answers of the account when it signs out.
 */
export function storedMessagesOf(sql: SqlExecutor, accountID: string) {
  const answers = storedAnswersOf(sql, { accountID, tid: ofAccount });
  const messagesName = (sessionID: string) => `messages:${sessionID}`;
  return {
    sessions: async () => (await answers.get<readonly MessageSession[]>('sessions'))?.body ?? [],

    messages: async (sessionID: string) =>
      (await answers.get<readonly Message[]>(messagesName(sessionID)))?.body ?? [],

    keepSessions: (sessions: readonly MessageSession[], now: number) =>
      answers.put('sessions', sessions.slice(0, storedMost.sessions), now),

    keepMessages: (sessionID: string, messages: readonly Message[], now: number) =>
      answers.put(messagesName(sessionID), messages.slice(0, storedMost.messages), now),
  };
}
