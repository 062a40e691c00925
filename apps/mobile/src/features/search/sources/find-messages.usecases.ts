import type { Message, MessageSession } from '@sealflow/contract';
import { localDatabase } from '../../../platform/database/local-database.compose.ts';
import { storedMessagesOf } from '../../../platform/messages/stored-messages.repository.ts';
import type { MessageResult, SearchContext, SearchRequest, Source } from '../search.types.ts';
import { fromServiceOrStored } from './service-or-stored.usecases.ts';
import { hasKeyword, pageOf } from './stored.rules.ts';

/** Conversations by their title and their messages, the latest first. */
export const findMessages: Source = (context, request) =>
  fromServiceOrStored(
    context,
    () => askService(context, request),
    () => readStored(context, request),
  );

async function askService(
  { documents: { api } }: SearchContext,
  { keyword, skip, limit, signal }: SearchRequest,
) {
  const sessions = await api.call('GET /api/v1/user-msg-sessions', {
    query: { skip, limit, keyword },
    signal,
  });
  const results = sessions.data.map(async (session): Promise<MessageResult> => {
    const { sessionID } = session;
    const messages = await api.call('GET /api/v1/user-msg-sessions/{sessionID}/msgs', {
      params: { sessionID },
      query: { skip: 0, limit: 1, keyword },
      signal,
    });
    return { type: 'messages', session, hit: messages.data[0] ?? null, hits: messages.total };
  });
  return { total: sessions.total, results: await Promise.all(results), isStored: false };
}

async function readStored({ documents: { platform, accountID } }: SearchContext, request: SearchRequest) {
  const stored = storedMessagesOf(await localDatabase(platform), accountID);
  const { keyword } = request;
  const messages = await stored.findMessages(keyword);
  const results = (await stored.sessions()).flatMap((session) =>
    resultOf(session, messages.get(session.sessionID) ?? [], keyword),
  );
  return pageOf(results, request);
}

function resultOf(session: MessageSession, messages: readonly Message[], keyword: string): MessageResult[] {
  const found = messages.filter(({ title, text }) => hasKeyword(keyword, title, text));
  if (found.length === 0 && !hasKeyword(keyword, session.title)) return [];
  return [{ type: 'messages', session, hit: found[0] ?? null, hits: found.length }];
}
