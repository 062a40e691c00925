import { randomUUID } from 'node:crypto';
import { OBLIGATIONS, openLicence, requestLicence, TdfError } from '@sealflow/tdf/kas';
import { bytesSource, openDocument, readSealed } from '@sealflow/tdf/reader';
import { seal } from '@sealflow/tdf/writer';
import type { Device } from './device.ts';
import { storeBytes } from './file-actions.ts';
import type { LoadContext, SealedDocument } from './load-context.ts';
import type { Random } from './random.ts';
import { requireSuccess, UnexpectedResponse } from './response-assertions.ts';
import { applicants, approvers } from './test-tenants.ts';

/** Seals a document for some recipients, registers it and stores it. */
export async function sealDocument(context: LoadContext, device: Device, random: Random): Promise<void> {
  await sealAndStore(context, device, random);
}

export async function sealAndStore(
  context: LoadContext,
  device: Device,
  random: Random,
): Promise<{ uri: string } | undefined> {
  const { tid, fid, aid } = device;
  const base = `/api/v1/tenants/${tid}/user-documents`;
  const started = requireSuccess(
    await device.call({
      method: 'POST',
      path: `${base}/actions/begin`,
      json: { classificationID: 'internal' },
    }),
    'the start of a document',
  );
  if (started === undefined) return undefined;
  const { data } = started;
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
  const recipients = random.sample(approvers, 1 + random.below(2));
  const registered = requireSuccess(
    await device.call({
      method: 'POST',
      path: base,
      json: { ticket: data.ticket, size: plainSize, mimeType: 'text/plain', manifestSha256, recipients },
    }),
    'the registration of a document',
    // A node with a shifted clock issues tickets with another time.
    ['key.request_invalid'],
  );
  if (registered === undefined) return undefined;
  context.journal.documents.push({ tid, fid, aid, documentID: data.documentID });
  context.sealedDocuments.push({ tid, owner: fid, documentID: data.documentID, recipients, file });
  return storeBytes(context, device, { bytes: file, name: `${data.documentID}.sealed` });
}

async function partsOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** Requests a use licence, with or without permission. */
export async function requestUseLicence(context: LoadContext, device: Device, random: Random): Promise<void> {
  const tenantDocuments = context.sealedDocuments.filter(({ tid }) => tid === device.tid);
  if (tenantDocuments.length === 0) return;
  const document = random.pick(tenantDocuments);
  const { tid, fid, aid, id: deviceID } = device;
  const mayOpen = document.owner === fid || document.recipients.includes(fid);
  // People who decide about a document receive temporary access. Applicants decide nothing.
  const isForbidden = !mayOpen && applicants.some((name) => name === fid);
  const node = random.pick(context.client.nodes);
  try {
    const sealed = await readSealed(bytesSource(new Uint8Array(document.file)));
    if (!sealed) throw new UnexpectedResponse('a sealed file is not recognised as sealed');
    const licence = await requestLicence(
      {
        platformUrl: `${context.environment.publicUrl}/otdf/${tid}`,
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
    context.journal.licences.push({ tid, fid, aid, deviceID, documentID: document.documentID });
    if (isForbidden)
      throw new UnexpectedResponse(`${aid} received a licence for a document of another owner`);
    await assertContent({ document, keys: await openLicence(licence, device.agreementKey) });
  } catch (error) {
    if (!(error instanceof TdfError)) throw error;
    // A node with a shifted clock rejects requests as stale and tokens as expired.
    const isExplained = [
      'kas.unreachable',
      'kas.refused.signed_out',
      'kas.refused.request_invalid',
      'kas.refused.unknown',
    ];
    if (mayOpen && !isExplained.includes(error.code) && !isTimeError(error.code)) throw error;
  }
}

const isTimeError = (code: string) => /expired|stale|clock|replay|used/.test(code);

async function assertContent({
  document,
  keys,
}: {
  document: SealedDocument;
  keys: Awaited<ReturnType<typeof openLicence>>;
}) {
  const source = await readSealed(bytesSource(new Uint8Array(document.file)));
  if (!source) throw new UnexpectedResponse('a sealed file is not recognised as sealed');
  const { bytes } = await openDocument({ source, keys });
  const text = new TextDecoder().decode(await bytes.read(0, bytes.size));
  if (text !== `the content of ${document.documentID}`)
    throw new UnexpectedResponse('a licence opened other content');
}
