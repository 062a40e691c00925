import type { ApplicationType } from '@sealflow/domain/workflow';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { digestSource } from '../../infra/objects/object-source.adapter.ts';
import { type Act, recordActs } from '../audit/audit.usecases.ts';
import {
  findRegisteredDocument,
  grantByApproval,
  type Marks,
  setMarksByApproval,
} from '../documents/approved-changes.usecases.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';
import { findDocumentsOfOthers } from './documents-of-others.usecases.ts';
import { requireSendableMail } from './mail-content.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import type { Effect, ProcessingServices } from './processing.types.ts';
import { reclassify } from './reclassify.usecases.ts';
import { openSources, requireSealed, type Source } from './sources.usecases.ts';
import { insertTrusted } from './trusted-mailboxes.repository.ts';

/**
 * Plaintext copies are released later, by the download. This effect checks that every byte can be read and records
 * the digest of each file.
 */
const createReleaseEffect =
  (act: 'processing.decrypted' | 'processing.declassified'): Effect =>
  async (services, flow) => {
    const sources = await openSources(services, flow, flow.applicantFid);
    const acts: Act[] = [];
    for (const source of sources) {
      acts.push({
        act,
        subject: flow.flowID,
        documentID: documentIDOf(source),
        sha256: await digestSource(source.content),
      });
      services.onStep(`checked ${acts.length}`);
    }
    return async (transaction) => {
      await recordProcessing(transaction, { flow, at: new Date(services.clock()), acts });
    };
  };

const authorizeEffect: Effect = async (services, flow) => {
  const { tid, applicantFid, details } = flow;
  const { fids = [], until = null } = details;
  const documentIDs = await requireDocumentsToShare(services, flow);
  const active = (await listMembers(services.db, { tid, fids })).filter(({ state }) => state === 'active');
  if (active.length === 0) throw new ProcessingFailure('login.user_not_found');
  return async (transaction) => {
    const at = new Date(services.clock());
    const people = active.map(({ fid }) => fid);
    for (const documentID of documentIDs) {
      await grantByApproval(transaction, { tid, documentID, fids: people, until, by: applicantFid, at });
    }
    await recordProcessing(transaction, { flow, at, acts: actsOf('processing.granted', flow, documentIDs) });
  };
};

const createMarkEffect =
  (marksOf: (flow: FlowToProcess) => Marks): Effect =>
  async (services, flow) => {
    const documentIDs = await requireOwnDocuments(services, flow);
    return async (transaction) => {
      const marks = marksOf(flow);
      for (const documentID of documentIDs) {
        await setMarksByApproval(transaction, { tid: flow.tid, documentID, marks });
      }
      const at = new Date(services.clock());
      await recordProcessing(transaction, { flow, at, acts: actsOf('processing.marked', flow, documentIDs) });
    };
  };

const trustMailboxEffect: Effect = async (services, flow) => {
  const { tid, flowID, applicantFid, details } = flow;
  const email = details.email?.toLowerCase();
  if (!email) throw new ProcessingFailure('work.no_email');
  return async (transaction) => {
    const at = new Date(services.clock());
    await insertTrusted(transaction, { tid, email, fid: applicantFid, flow_id: flowID, created_at: at });
    await recordProcessing(transaction, {
      flow,
      at,
      acts: [{ act: 'processing.mailbox_trusted', subject: flowID }],
    });
  };
};

/** Mails are sent afterwards, with the attachments as stored. */
const approveMailEffect: Effect = async (services, flow) => {
  await requireSendableMail(services, flow);
  return async () => {};
};

export const effectByType: { readonly [Type in ApplicationType]: Effect } = {
  file_decryption: createReleaseEffect('processing.decrypted'),
  file_out: createReleaseEffect('processing.decrypted'),
  file_to_transparent: createReleaseEffect('processing.declassified'),
  file_to_classification: reclassify,
  file_authorization: authorizeEffect,
  file_watermark_removal: createMarkEffect(() => ({ watermark: false })),
  file_marking: createMarkEffect(({ details: { watermark, noDownload, noCapture } }) => ({
    watermark,
    noDownload,
    noCapture,
  })),
  trusted_mailbox_application: trustMailboxEffect,
  trusted_mail_send: approveMailEffect,
  gateway_trusted_mail_send: approveMailEffect,
  mail_out: approveMailEffect,
};

/**
 * Changes that affect every reader require that the applicant owns the document and that the document is registered.
 */
async function requireOwnDocuments(services: ProcessingServices, flow: FlowToProcess): Promise<string[]> {
  const { tid, applicantFid } = flow;
  const sealed = requireSealed(await openSources(services, flow, applicantFid));
  for (const { documentID, owner } of sealed) {
    const registered = await findRegisteredDocument(services.db, { tid, documentID });
    // The registered owner counts: a transferred document keeps its first owner in its policy.
    if ((registered?.ownerOID ?? owner) !== applicantFid)
      throw new ProcessingFailure('work.not_document_owner');
    if (!registered) throw new ProcessingFailure('key.document_not_found');
  }
  return [...new Set(sealed.map(({ documentID }) => documentID))];
}

/** The applicant's own documents and those of other owners who agreed. */
async function requireDocumentsToShare(services: ProcessingServices, flow: FlowToProcess): Promise<string[]> {
  const documentsOfOthers = await findDocumentsOfOthers(services, flow);
  const own = flow.files.filter(({ uri }) => !documentsOfOthers.has(uri));
  const shared = own.length === 0 ? [] : await requireOwnDocuments(services, { ...flow, files: own });
  return [...new Set([...documentsOfOthers.values(), ...shared])];
}

const documentIDOf = ({ sealed }: Source): string | null => sealed?.documentID ?? null;

function actsOf(act: Act['act'], { flowID }: FlowToProcess, documentIDs: readonly string[]): Act[] {
  return documentIDs.map((documentID) => ({ act, subject: flowID, documentID }));
}

function recordProcessing(
  transaction: DatabaseTransaction,
  { flow, at, acts }: { flow: FlowToProcess; at: Date; acts: readonly Act[] },
): Promise<void> {
  return recordActs({ handle: transaction, actor: { kind: 'service', tid: flow.tid }, at }, acts);
}
