import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Device } from './device.ts';
import { taken, WrongAnswer } from './expecting.ts';
import type { UploadNote } from './journal.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Stores bytes under a key, again and again under the same one until it is definite. */
export async function store(
  { journal }: World,
  device: Device,
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<UploadNote | undefined> {
  const key = randomUUID();
  const told = await device.file({
    method: 'POST',
    path: '/api/v1/files',
    headers: { 'idempotency-key': key },
    form: () => {
      const form = new FormData();
      form.append('file1', new Blob([new Uint8Array(bytes)]), name);
      return form;
    },
  });
  const body = taken(told, 'an upload');
  if (body === undefined) return undefined;
  const digest = sha256(bytes);
  if (body.sha256 !== digest || body.size !== bytes.length)
    throw new WrongAnswer('an upload was stored as something else');
  const { tid, fid, aid } = device;
  const note = { tid, fid, aid, uri: String(body.uri), sha256: digest, size: bytes.length };
  journal.uploads.push(note);
  return note;
}

export function someBytes(random: Random): Buffer {
  const size = random.chance(0.1) ? random.below(1_500_000) : random.below(60_000);
  return randomBytes(size + 1);
}

export async function sendFile(world: World, device: Device, random: Random): Promise<void> {
  await store(world, device, { bytes: someBytes(random), name: `${randomUUID()}.bin` });
}

/** What was stored is read as it was stored, by whichever node. */
export async function keepReading(world: World, device: Device, random: Random): Promise<void> {
  const own = world.journal.uploads.filter(({ aid }) => aid === device.aid);
  if (own.length > 0) await readBack(device, random.pick(own));
}

export async function readBack(device: Device, { uri, sha256: digest, size }: UploadNote): Promise<void> {
  const told = await device.file({ method: 'GET', path: `/api/v1/files/${uri}`, bytes: true });
  if (told === undefined) return;
  if (told.status !== 200)
    throw new WrongAnswer(`file ${uri} was acknowledged and is answered ${told.status}`);
  const bytes = told.bytes ?? Buffer.alloc(0);
  if (bytes.length !== size || sha256(bytes) !== digest)
    throw new WrongAnswer(`file ${uri} reads back as other bytes`);
}
