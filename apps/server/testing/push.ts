import { postMessage } from '../src/modules/messages/messages.usecases.ts';
import { openAccounts } from './accounts.ts';
import { eventually } from './eventually.ts';
import { registerOwnRelease } from './nodes.ts';
import type { TestService } from './service.ts';

export async function openPushing(settings: Record<string, string> = {}): Promise<TestService> {
  const service = await openAccounts(settings);
  await registerOwnRelease(service.db);
  await service.startWork();
  return service;
}

/** States of the stored deliveries of a message. */
export async function deliveriesOf(service: TestService, msgID: string): Promise<string[]> {
  const rows = await service.db
    .selectFrom('push_deliveries')
    .select('state')
    .where('message_id', '=', msgID)
    .execute();
  return rows.map((row) => row.state).toSorted();
}

let posted = 0;
/** Posts a message with confidential text, which no push notification may contain. */
export function postTo(service: TestService, aid: string): Promise<{ msgID: string; sessionID: string }> {
  return postMessage(service.db, {
    channel: { key: `chat:${aid}`, kind: 'conversation', title: '王', tid: 't-one', aid },
    type: 'text_voice',
    title: '机密标题',
    text: '机密正文',
    idempotencyKey: `post-${posted++}`,
    createAt: service.time.now,
  });
}

/** Posts a message and waits until its push notification is sent. */
export async function pushTo(
  service: TestService,
  aid: string,
): Promise<{ msgID: string; sessionID: string }> {
  const sent = await postTo(service, aid);
  await eventually(async () => {
    const states = await deliveriesOf(service, sent.msgID);
    if (states.join() !== 'sent') throw new Error(`the push is ${states.join() || 'not made'}`);
  });
  return sent;
}
