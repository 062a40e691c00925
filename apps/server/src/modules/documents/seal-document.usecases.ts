import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import { type Content, type Sealing, seal } from '@sealflow/tdf/writer';
import type { SealingContext } from './sealing.usecases.ts';

export interface SealedContent {
  /** What the context is for; who seals chose owner and class by asking for it. */
  readonly context: SealingContext;
  /** Who alone may open it, beside what owner and class ask for; nobody is left out where it is empty. */
  readonly dissem?: readonly string[];
  /** The whole name, which only a reader of the content learns. */
  readonly name: string;
  readonly mimeType: string;
  readonly content: Content;
}

/** Seals as a stream for the tenant of the context. Needs no service: the context is all that one says. */
export function sealDocument({
  context,
  dissem = [],
  name,
  mimeType,
  content,
}: SealedContent): Sealing & { documentID: string } {
  const documentID = randomUUID();
  const { platformUrl, kid, publicKeyPem, namespace, ownerOID, orgID, classificationID } = context;
  const sealing = seal({
    kas: { url: keyAccessUrlOf(platformUrl), kid, publicKeyPem },
    policy: {
      uuid: documentID,
      namespace,
      owner: ownerOID,
      org: orgID,
      classification: classificationID,
      dissem,
    },
    mimeType,
    name,
    content,
    crc32,
  });
  return { ...sealing, documentID };
}
