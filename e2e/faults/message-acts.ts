import { randomUUID } from 'node:crypto';
import type { Device } from './device.ts';
import { openDevice } from './device.ts';
import { taken, WrongAnswer } from './expecting.ts';
import { ownNow } from './own-time.ts';
import { subscriptionOf } from './push-endpoint.ts';
import type { Random } from './random.ts';
import { names, password } from './town.ts';
import type { World } from './world.ts';

/** An administrator says something to all of the tenant, or to some. */
export async function post({ journal }: World, device: Device, random: Random): Promise<void> {
  const { tid } = device;
  const text = `said ${randomUUID()}`;
  const fids = random.chance(0.4) ? null : random.some(names, 1 + random.below(3));
  const told = await device.call({
    method: 'POST',
    path: `/api/v1/tenants/${tid}/admin/messages`,
    headers: { 'idempotency-key': randomUUID() },
    json: { type: fids ? 'text' : 'announcement', title: 'News', text, ...(fids ? { fids } : {}) },
  });
  const body = taken(told, 'a post');
  if (body === undefined) return;
  if (body.data.text !== text) throw new WrongAnswer('a post was answered with another text');
  journal.posts.push({ tid, postID: body.data.postID, fids, text });
}

/** Registers a device for pushes. */
export async function register({ place, journal }: World, device: Device): Promise<void> {
  const { aid, id } = device;
  const told = await device.call({
    method: 'PUT',
    path: `/api/v1/devices/${id}/push`,
    json: { provider: 'webpush', token: subscriptionOf(place.push.line.port, id), alias: aid, tags: [aid] },
  });
  if (taken(told, 'a registration') !== undefined)
    journal.registrations.push({ aid, deviceID: id, name: id });
}

/** Signs in on another device, and out again or has it withdrawn: from then on its token is good for nothing. */
export async function roam(
  { client, journal, place, devicesOf }: World,
  device: Device,
  random: Random,
): Promise<void> {
  const { tid, fid, aid } = device;
  const other = await openDevice({ client, publicUrl: place.publicUrl, password, tid, fid, aid });
  const token = await other.token();
  const isWithdrawn = random.chance(0.5);
  const own = devicesOf(tid, fid)[0];
  if (!own) return;
  const told = isWithdrawn
    ? await own.call({ method: 'DELETE', path: `/api/v1/devices/${other.id}` })
    : await client.call({ method: 'POST', path: '/api/v1/auth/logout', token });
  // Said again after an answer that was lost, the session is over already.
  if (told && (told.status < 300 || told.status === 401 || told.status === 404)) {
    const isSure = told.status < 300;
    if (isSure) journal.deadTokens.push({ token, since: ownNow() });
  }
}
