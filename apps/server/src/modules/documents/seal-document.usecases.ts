import { randomUUID } from 'node:crypto';
import { keyAccessUrlOf } from '@sealflow/tdf/kas';
import { nodeCipher } from '@sealflow/tdf/node';
import { type Content, type Sealing, seal } from '@sealflow/tdf/writer';
import type { SealingContext } from './sealing.usecases.ts';

export interface SealInput {
  /** The context determines tenant, owner and classification. */
  readonly context: SealingContext;
  /** The id of an existing document whose rights hold for this one as well; by default a new id. */
  readonly documentID?: string;
  /**
   * The dissemination list: the only people who may open the document, subject to owner and classification. Empty for
   * no restriction.
   */
  readonly dissem?: readonly string[];
  /** The file name; it is encrypted with the content. */
  readonly name: string;
  readonly mimeType: string;
  readonly content: Content;
}

/** Seals content as a stream. It requires no service besides the context. */
export function sealDocument({
  context,
  documentID = randomUUID(),
  dissem = [],
  name,
  mimeType,
  content,
}: SealInput): Sealing & { documentID: string } {
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
    cipher: nodeCipher,
  });
  return { ...sealing, documentID };
}
