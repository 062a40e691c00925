import { randomUUID } from 'node:crypto';
import { seal } from '@sealflow/tdf/writer';
import { get, post } from './key-http.ts';
import type { KeyService } from './key-service.ts';

export interface Sealed {
  file: Uint8Array;
  documentID: string;
}

export interface SealFor {
  tid: string;
  owner: string;
  plain: Uint8Array<ArrayBuffer>;
  classification?: string;
}

/** Seals as the operator's command line does: with the sealing context of the service, registered afterwards. */
export async function sealFor(service: KeyService, what: SealFor): Promise<Sealed> {
  const { tid, owner, plain, classification } = what;
  const query = new URLSearchParams({ owner, ...(classification ? { classification } : {}) });
  const { data } = await get(service, `/api/v1/tenants/${tid}/sealing-context?${query}`);
  const context = data as Record<string, string>;
  const documentID = randomUUID();
  const { stream, summary } = seal({
    kas: {
      url: `${context['platformUrl']}/kas`,
      kid: String(context['kid']),
      publicKeyPem: String(context['publicKeyPem']),
    },
    policy: {
      uuid: documentID,
      namespace: String(context['namespace']),
      owner: String(context['ownerOID']),
      org: context['orgID'] ?? null,
      classification: context['classificationID'] ?? null,
    },
    mimeType: 'text/plain',
    name: '合同.txt',
    content: plain,
  });
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const { manifestSha256, plainSize: size } = await summary;
  await post(
    `${service.url}/api/v1/tenants/${tid}/documents`,
    {
      documentID,
      ownerOID: context['ownerOID'],
      classificationID: context['classificationID'] ?? null,
      size,
      mimeType: 'text/plain',
      manifestSha256,
    },
    service.operator,
  );
  return { file: Buffer.concat(parts), documentID };
}
