import { randomUUID } from 'node:crypto';
import type { Device } from './device.ts';
import { openDevice } from './device.ts';
import type { LoadContext } from './load-context.ts';
import { processNow } from './process-clock.ts';
import { subscriptionOf } from './push-endpoint.ts';
import type { Random } from './random.ts';
import { requireSuccess, UnexpectedResponse } from './response-assertions.ts';
import { password, personNames } from './test-tenants.ts';

/** An administrator posts a message to all or some members of the tenant. */
export async function post({ journal }: LoadContext, device: Device, random: Random): Promise<void> {
  const { tid } = device;
  const text = `message ${randomUUID()}`;
  const fids = random.chance(0.4) ? null : random.sample(personNames, 1 + random.below(3));
  const response = await device.call({
    method: 'POST',
    path: `/api/v1/tenants/${tid}/admin/messages`,
    headers: { 'idempotency-key': randomUUID() },
    json: { type: fids ? 'text' : 'announcement', title: 'News', text, ...(fids ? { fids } : {}) },
  });
  const body = requireSuccess(response, 'a post');
  if (body === undefined) return;
  if (body.data.text !== text) throw new UnexpectedResponse('the response to a post has another text');
  journal.posts.push({ tid, postID: body.data.postID, fids, text });
}

/** Registers a device for push messages. */
export async function registerForPush({ environment, journal }: LoadContext, device: Device): Promise<void> {
  const { aid, id } = device;
  const response = await device.call({
    method: 'PUT',
    path: `/api/v1/devices/${id}/push`,
    json: {
      provider: 'webpush',
      token: subscriptionOf(environment.push.proxy.port, id),
      alias: aid,
      tags: [aid],
    },
  });
  if (requireSuccess(response, 'a registration') !== undefined)
    journal.registrations.push({ aid, deviceID: id, name: id });
}

/** Signs in on another device, then signs it out or withdraws it. Its token is invalid afterwards. */
export async function signInElsewhere(
  { client, journal, environment, devicesOf }: LoadContext,
  device: Device,
  random: Random,
): Promise<void> {
  const { tid, fid, aid } = device;
  const other = await openDevice({ client, publicUrl: environment.publicUrl, password, tid, fid, aid });
  const token = await other.token();
  const isWithdrawn = random.chance(0.5);
  const own = devicesOf(tid, fid)[0];
  if (!own) return;
  const response = isWithdrawn
    ? await own.call({ method: 'DELETE', path: `/api/v1/devices/${other.id}` })
    : await client.call({ method: 'POST', path: '/api/v1/auth/logout', token });
  // After a lost response the repeated request finds the session already ended.
  if (response && (response.status < 300 || response.status === 401 || response.status === 404)) {
    const isConfirmed = response.status < 300;
    if (isConfirmed) journal.deadTokens.push({ token, endedAt: processNow() });
  }
}
