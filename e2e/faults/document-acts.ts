import { randomUUID } from 'node:crypto';
import { OBLIGATIONS, openLicence, requestLicence, TdfError } from '@sealflow/tdf/kas';
import { bytesSource, openDocument, readSealed } from '@sealflow/tdf/reader';
import { seal } from '@sealflow/tdf/writer';
import type { Device } from './device.ts';
import { taken, WrongAnswer } from './expecting.ts';
import { store } from './file-acts.ts';
import type { Random } from './random.ts';
import { applicants, approvers } from './town.ts';
import type { SealedNote, World } from './world.ts';

/** Seals a document of one's own for some, registers it and stores it. */
export async function protect(world: World, device: Device, random: Random): Promise<void> {
  await sealOne(world, device, random);
}

export async function sealOne(
  world: World,
  device: Device,
  random: Random,
): Promise<{ uri: string } | undefined> {
  const { tid, fid, aid } = device;
  const base = `/api/v1/tenants/${tid}/user-documents`;
  const begun = taken(
    await device.call({
      method: 'POST',
      path: `${base}/actions/begin`,
      json: { classificationID: 'internal' },
    }),
    'to begin a document',
  );
  if (begun === undefined) return undefined;
  const { data } = begun;
  const plain = new TextEncoder().encode(`the content of ${data.documentID}`);
  const { stream, summary } = seal({
    kas: { url: `${data.platformUrl}/kas`, kid: data.kid, publicKeyPem: data.publicKeyPem },
    policy: {
      uuid: data.documentID,
      namespace: data.namespace,
      owner: data.ownerOID,
      org: data.orgID,
      classification: data.classificationID,
    },
    mimeType: 'text/plain',
    name: `${randomUUID()}.txt`,
    content: plain,
  });
  const file = Buffer.concat(await partsOf(stream));
  const { manifestSha256, plainSize } = await summary;
  const recipients = random.some(approvers, 1 + random.below(2));
  const registered = taken(
    await device.call({
      method: 'POST',
      path: base,
      json: { ticket: data.ticket, size: plainSize, mimeType: 'text/plain', manifestSha256, recipients },
    }),
    'to register a document',
    // A ticket of a node whose clock is off may be of tomorrow, or of yesterday.
    ['key.request_invalid'],
  );
  if (registered === undefined) return undefined;
  world.journal.documents.push({ tid, fid, aid, documentID: data.documentID });
  world.sealed.push({ tid, owner: fid, documentID: data.documentID, recipients, file });
  return store(world, device, { bytes: file, name: `${data.documentID}.sealed` });
}

async function partsOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** Asks for a use licence as one who may and as one who may not. */
export async function askForLicence(world: World, device: Device, random: Random): Promise<void> {
  const there = world.sealed.filter(({ tid }) => tid === device.tid);
  if (there.length === 0) return;
  const document = random.pick(there);
  const { tid, fid, aid, id: deviceID } = device;
  const mayOpen = document.owner === fid || document.recipients.includes(fid);
  // Whoever decides about a document is lent it meanwhile; those who apply decide nothing.
  const mustNot = !mayOpen && applicants.some((name) => name === fid);
  const node = random.pick(world.client.nodes);
  try {
    const sealed = await readSealed(bytesSource(new Uint8Array(document.file)));
    if (!sealed) throw new WrongAnswer('a sealed file is none');
    const licence = await requestLicence(
      {
        platformUrl: `${world.place.publicUrl}/otdf/${tid}`,
        token: await device.token(),
        signingKey: device.signingKey,
        fulfillable: Object.values(OBLIGATIONS),
        fetch: (input, init) => {
          const { pathname } = new URL(input instanceof Request ? input.url : input);
          return fetch(`http://127.0.0.1:${node.front.port}${pathname}`, {
            ...init,
            signal: AbortSignal.timeout(12_000),
          });
        },
      },
      { manifest: sealed.manifest },
    );
    world.journal.licences.push({ tid, fid, aid, deviceID, documentID: document.documentID });
    if (mustNot) throw new WrongAnswer(`${aid} was given a licence for a document of others`);
    await demandContent({ document, keys: await openLicence(licence, device.agreementKey) });
  } catch (error) {
    if (!(error instanceof TdfError)) throw error;
    // A node whose clock is off takes no request for fresh, and holds tokens for expired.
    const isExplained = [
      'kas.unreachable',
      'kas.refused.signed_out',
      'kas.refused.request_invalid',
      'kas.refused.unknown',
    ];
    if (mayOpen && !isExplained.includes(error.code) && !isLate(error.code)) throw error;
  }
}

const isLate = (code: string) => /expired|stale|clock|replay|used/.test(code);

async function demandContent({
  document,
  keys,
}: {
  document: SealedNote;
  keys: Awaited<ReturnType<typeof openLicence>>;
}) {
  const source = await readSealed(bytesSource(new Uint8Array(document.file)));
  if (!source) throw new WrongAnswer('a sealed file is none');
  const { bytes } = await openDocument({ source, keys });
  const text = new TextDecoder().decode(await bytes.read(0, bytes.size));
  if (text !== `the content of ${document.documentID}`)
    throw new WrongAnswer('a licence opened something else');
}
