import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Device } from './device.ts';
import type { UploadEntry } from './journal.ts';
import type { LoadContext } from './load-context.ts';
import type { Random } from './random.ts';
import { requireSuccess, UnexpectedResponse } from './response-assertions.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Stores bytes. All attempts use one idempotency key. */
export async function storeBytes(
  { journal }: LoadContext,
  device: Device,
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<UploadEntry | undefined> {
  const key = randomUUID();
  const response = await device.callFileService({
    method: 'POST',
    path: '/api/v1/files',
    headers: { 'idempotency-key': key },
    form: () => {
      const form = new FormData();
      form.append('file1', new Blob([new Uint8Array(bytes)]), name);
      return form;
    },
  });
  const body = requireSuccess(response, 'an upload');
  if (body === undefined) return undefined;
  const digest = sha256(bytes);
  if (body.sha256 !== digest || body.size !== bytes.length)
    throw new UnexpectedResponse('an upload was stored with other content');
  const { tid, fid, aid } = device;
  const entry = { tid, fid, aid, uri: String(body.uri), sha256: digest, size: bytes.length };
  journal.uploads.push(entry);
  return entry;
}

export function randomContent(random: Random): Buffer {
  const size = random.chance(0.1) ? random.below(1_500_000) : random.below(60_000);
  return randomBytes(size + 1);
}

export async function uploadFile(context: LoadContext, device: Device, random: Random): Promise<void> {
  await storeBytes(context, device, { bytes: randomContent(random), name: `${randomUUID()}.bin` });
}

/** An upload reads back unchanged at any node. */
export async function readRandomUpload(context: LoadContext, device: Device, random: Random): Promise<void> {
  const own = context.journal.uploads.filter(({ aid }) => aid === device.aid);
  if (own.length > 0) await assertReadsBack(device, random.pick(own));
}

export async function assertReadsBack(
  device: Device,
  { uri, sha256: digest, size }: UploadEntry,
): Promise<void> {
  const response = await device.callFileService({
    method: 'GET',
    path: `/api/v1/files/${uri}`,
    expectsBytes: true,
  });
  if (response === undefined) return;
  if (response.status !== 200)
    throw new UnexpectedResponse(`file ${uri} was acknowledged but is answered with ${response.status}`);
  const bytes = response.bytes ?? Buffer.alloc(0);
  if (bytes.length !== size || sha256(bytes) !== digest)
    throw new UnexpectedResponse(`file ${uri} reads back with other content`);
}
