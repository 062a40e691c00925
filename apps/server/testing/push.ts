import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { postMessage } from '../src/modules/messages/messages.usecases.ts';
import { openAccounts, password } from './accounts.ts';
import { eventually } from './patience.ts';
import { TestDevice, type TestService } from './service.ts';

/** A request that the provider received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Provider {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Queued responses. The provider responds with 201 when the queue is empty. */
  readonly answers: { status: number; headers?: Record<string, string>; body?: object }[];
  close(): Promise<void>;
}

/** Starts a local push provider. */
export async function openProvider(
  handle?: (received: ReceivedRequest, reply: ServerResponse) => boolean,
): Promise<Provider> {
  const received: ReceivedRequest[] = [];
  const answers: Provider['answers'] = [];
  const answer = (one: ReceivedRequest, reply: ServerResponse) => {
    if (handle?.(one, reply)) return;
    received.push(one);
    const { status, headers: own = {}, body = {} } = answers.shift() ?? { status: 201 };
    reply.writeHead(status, { 'content-type': 'application/json', ...own }).end(JSON.stringify(body));
  };
  const server: Server = createServer((request, reply) => {
    const { method = '', url: path = '', headers } = request;
    void buffer(request).then((body) => answer({ method, path, headers, body }, reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Phone {
  readonly aid: string;
  readonly token: string;
  readonly device: TestDevice;
}

export async function signInPhone(service: TestService, aid: string): Promise<Phone> {
  const device = new TestDevice();
  const { token } = await service.signIn(aid, password, device);
  return { aid, token, device };
}

export function register(
  service: TestService,
  { aid, token, device }: Phone,
  given: { provider: string; token: string; alias?: string; tags?: string[] },
  headers: Record<string, string> = {},
) {
  const body = { alias: aid, tags: [aid, 'staff'], ...given };
  return service.ask(token, `PUT /api/v1/devices/${device.id}/push`, body, headers);
}

/** Signs in on a new phone, and registers that phone. */
export async function signInRegisteredPhone(
  service: TestService,
  aid: string,
  ...registration: [given: Parameters<typeof register>[2], headers?: Record<string, string>]
): Promise<Phone> {
  const phone = await signInPhone(service, aid);
  await register(service, phone, ...registration);
  return phone;
}

export async function openPushing(settings: Record<string, string> = {}): Promise<TestService> {
  const service = await openAccounts(settings);
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

export async function countRegistrations(service: TestService, aid: string): Promise<number> {
  const rows = await service.db
    .selectFrom('push_registrations')
    .select('registration_id')
    .where('aid', '=', aid)
    .execute();
  return rows.length;
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

/** Waits until the account has no push registration. */
export async function waitUntilUnregistered(service: TestService, aid: string): Promise<number> {
  await eventually(async () => {
    if ((await countRegistrations(service, aid)) > 0) throw new Error('still registered');
  });
  return countRegistrations(service, aid);
}

export const jsonOf = (body: Buffer | string | undefined) => JSON.parse((body ?? '').toString());
