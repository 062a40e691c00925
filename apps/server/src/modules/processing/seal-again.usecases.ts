import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { plainName } from '../../infra/files/plain-name.adapter.ts';
import { chunksOf } from '../../infra/objects/object-source.adapter.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import {
  findRegistered,
  grantByApproval,
  type Marks,
  type RegisteredFacts,
  registerSealedByService,
} from '../documents/approved-changes.usecases.ts';
import { sealDocument } from '../documents/seal-document.usecases.ts';
import { sealingContextOf } from '../documents/sealing.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import type { ProcessingServices } from './processing.port.ts';
import type { Source } from './sources.usecases.ts';

/** What the service seals, as a stream with constant memory. */
export interface SealedAgain {
  readonly documentID: string;
  readonly name: string;
  readonly stream: AsyncIterable<Uint8Array>;
  /** Registers it, once the stream has ended: in the transaction that lets it out. */
  readonly register: (transaction: DatabaseTransaction, at: Date) => Promise<void>;
}

export interface SealingFor {
  readonly tid: string;
  readonly flowID: string;
  readonly source: Source;
  /** Owns what nobody owns yet. */
  readonly applicantFid: string;
  /** `copy` keeps class and fate of the document; a class makes a new document of that class. */
  readonly as: { readonly copy: true } | { readonly classificationID: string };
  /** Whom the source was opened for: may open the new document for as long as the source, where they do not own it. */
  readonly reader: string;
}

/** Seals a source under the tenant's newest key. The owner stays the owner, and the dissemination list as narrow as it was. */
export async function sealAgain(services: ProcessingServices, what: SealingFor): Promise<SealedAgain> {
  const { db, keys, publicUrl } = services;
  const { tid, flowID, source, applicantFid, as, reader } = what;
  const { sealed, mimeType, content, name } = source;
  // Whoever became the owner of what is nobody's would hold it for good.
  if (sealed && sealed.owner === null) throw new ProcessingFailure('key.access_denied');
  const ownerOID = sealed?.owner ?? applicantFid;
  const classificationID = 'copy' in as ? (sealed?.classificationID ?? null) : as.classificationID;
  const original = sealed && (await findRegistered(db, { tid, documentID: sealed.documentID }));
  const context = await sealingContextOf({ db, keys, publicUrl }, { tid, ownerOID, classificationID });
  const { documentID, stream, summary } = sealDocument({
    context,
    dissem: sealed?.dissem ?? [],
    name,
    mimeType,
    content: chunksOf(content),
  });
  const until = reader === ownerOID ? undefined : await endOf(services, what);
  return {
    documentID,
    name: plainName(`${name}.tdf`),
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
        madeFrom: original ? [...new Set([...generationsOf(original), original.documentID])] : [],
        marks: 'copy' in as || !original ? {} : stricter(original.marks),
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

/** The release before names the first original alone. */
const generationsOf = ({ madeFrom, derivedFrom }: RegisteredFacts): readonly string[] =>
  derivedFrom === null ? madeFrom : [...madeFrom, derivedFrom];

/** Until when a reader who is not the owner may open the source; null for good. */
async function endOf(
  { findRights }: ProcessingServices,
  { tid, source: { sealed }, reader }: SealingFor,
): Promise<number | null> {
  if (!sealed) return null;
  const { documentID, owner, classificationID } = sealed;
  const { grant } = await findRights({ tid, fid: reader, documentID, owner, classificationID });
  if (!grant) throw new ProcessingFailure('key.access_denied');
  return grant.until;
}

/** Under another class a document keeps what it was marked with, not what it was let off. */
function stricter({ watermark, noDownload, noCapture }: Marks): Marks {
  return {
    watermark: watermark === true ? true : null,
    noDownload: noDownload === true ? true : null,
    noCapture: noCapture === true ? true : null,
  };
}
