import { listMessages, listSessions } from '../src/modules/messages/messages.usecases.ts';
import type { PersonName, World } from './world.ts';

/** Titles and texts of the notices about a flow that a person got, newest first. */
export async function noticesOf(
  { services: { db } }: World,
  name: PersonName,
  flowID: string,
): Promise<string[]> {
  const aid = `a-${name}`;
  const sessions = await listSessions(db, { aid, query: { skip: 0, limit: 10 } });
  const session = sessions.data.find(({ kind }) => kind === 'work');
  if (!session) return [];
  const query = { skip: 0, limit: 100 };
  const { data } = await listMessages(db, { aid, sessionID: session.sessionID, query });
  return data.filter(({ link }) => link?.flowID === flowID).map(({ title, text }) => `${title}|${text}`);
}
