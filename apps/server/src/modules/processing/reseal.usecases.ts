import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { sanitizeFileName } from '../../infra/files/file-name.rules.ts';
import { readChunks } from '../../infra/objects/object-source.adapter.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import {
  type DocumentRegistration,
  findRegisteredDocument,
  grantByApproval,
  type Marks,
  registerSealedByService,
} from '../documents/approved-changes.usecases.ts';
import { sealDocument } from '../documents/seal-document.usecases.ts';
import { getSealingContextByOwnerID } from '../documents/sealing.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import type { ProcessingServices } from './processing.types.ts';
import type { Source } from './sources.usecases.ts';

/** A document sealed by the service, as a stream with constant memory. */
export interface ResealedDocument {
  readonly documentID: string;
  readonly name: string;
  readonly stream: AsyncIterable<Uint8Array>;
  /** Registers the document in the transaction that releases it; call it after the stream has ended. */
  readonly register: (transaction: DatabaseTransaction, at: Date) => Promise<void>;
}

export interface ResealRequest {
  readonly tid: string;
  readonly flowID: string;
  readonly source: Source;
  /** The owner of the new document if the source is not protected. */
  readonly applicantFid: string;
  /**
   * `copy` keeps the classification and follows the withdrawal of the original; a classification creates a new
   * document.
   */
  readonly as: { readonly copy: true } | { readonly classificationID: string };
  /**
   * The person for whom the source was opened. If they do not own the new document, they may open it as long as the
   * source.
   */
  readonly reader: string;
}

/**
 * Seals a source under the tenant's newest key. The owner does not change, and neither does the dissemination list.
 */
export async function resealDocument(
  services: ProcessingServices,
  request: ResealRequest,
): Promise<ResealedDocument> {
  const { db, keys, publicUrl } = services;
  const { tid, flowID, source, applicantFid, as, reader } = request;
  const { sealed, mimeType, content, name } = source;
  // An unowned document must not be claimable: the new owner could never be removed.
  if (sealed && sealed.owner === null) throw new ProcessingFailure('key.access_denied');
  const ownerOID = sealed?.owner ?? applicantFid;
  const classificationID = 'copy' in as ? (sealed?.classificationID ?? null) : as.classificationID;
  const original = sealed && (await findRegisteredDocument(db, { tid, documentID: sealed.documentID }));
  const context = await getSealingContextByOwnerID(
    { db, keys, publicUrl },
    { tid, ownerOID, classificationID },
  );
  const { documentID, stream, summary } = sealDocument({
    context,
    dissem: sealed?.dissem ?? [],
    name,
    mimeType,
    content: readChunks(content),
  });
  const until = reader === ownerOID ? undefined : await accessEndOf(services, request);
  return {
    documentID,
    name: sanitizeFileName(`${name}.tdf`),
    stream,
    register: async (transaction, at) => {
      const { manifestSha256, plainSize: size } = await summary;
      await registerSealedByService(transaction, {
        tid,
        documentID,
        ownerOID,
        classificationID,
        size,
        mimeType,
        manifestSha256,
        derivedFrom: 'copy' in as && original ? (original.derivedFrom ?? original.documentID) : null,
        madeFrom: original ? [...new Set([...ancestorsOf(original), original.documentID])] : [],
        marks: 'copy' in as || !original ? {} : onlyRestrictions(original.marks),
        at,
      });
      await recordAct(
        { handle: transaction, actor: { kind: 'service', tid }, at },
        { act: 'register', documentID, subject: flowID },
      );
      if (until === undefined) return;
      await grantByApproval(transaction, { tid, documentID, fids: [reader], until, by: 'service', at });
    },
  };
}

/** Documents of the previous release name only the first original. */
const ancestorsOf = ({ madeFrom, derivedFrom }: DocumentRegistration): readonly string[] =>
  derivedFrom === null ? madeFrom : [...madeFrom, derivedFrom];

/** Until when a reader other than the owner may open the source; null for no limit. */
async function accessEndOf(
  { findRights }: ProcessingServices,
  { tid, source: { sealed }, reader }: ResealRequest,
): Promise<number | null> {
  if (!sealed) return null;
  const { documentID, owner, classificationID } = sealed;
  const { grant } = await findRights({ tid, fid: reader, documentID, owner, classificationID });
  if (!grant) throw new ProcessingFailure('key.access_denied');
  return grant.until;
}

/**
 * Under another classification a document keeps the restrictions that were added to it, but not those that were
 * lifted.
 */
function onlyRestrictions({ watermark, noDownload, noCapture }: Marks): Marks {
  return {
    watermark: watermark === true ? true : null,
    noDownload: noDownload === true ? true : null,
    noCapture: noCapture === true ? true : null,
  };
}
