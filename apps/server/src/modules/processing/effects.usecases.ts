import type { ApplicationType } from '@sealflow/domain/workflow';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { digestOf } from '../../infra/objects/object-source.adapter.ts';
import { type Act, recordActs } from '../audit/audit.usecases.ts';
import {
  findRegistered,
  grantByApproval,
  type Marks,
  markByApproval,
} from '../documents/approved-changes.usecases.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';
import { askedDocuments } from './asked-documents.usecases.ts';
import { checkMail } from './mail-content.usecases.ts';
import { ProcessingFailure } from './processing.errors.ts';
import type { Effect, ProcessingServices } from './processing.port.ts';
import { reclassify } from './reclassify.usecases.ts';
import { demandSealed, openSources, type Source } from './sources.usecases.ts';
import { insertTrusted } from './trusted-mailboxes.repository.ts';

/**
 * Plaintext copies are released later, by the download. This effect checks that every byte can be read and records
 * the digest of each file.
 */
const release =
  (act: 'processing.decrypted' | 'processing.declassified'): Effect =>
  async (services, flow) => {
    const sources = await openSources(services, flow, flow.applicantFid);
    const acts: Act[] = [];
    for (const source of sources) {
      acts.push({
        act,
        subject: flow.flowID,
        documentID: idOf(source),
        sha256: await digestOf(source.content),
      });
      services.reached(`checked ${acts.length}`);
    }
    return async (transaction) => {
      await record(transaction, { flow, at: new Date(services.clock()), acts });
    };
  };

const authorize: Effect = async (services, flow) => {
  const { tid, applicantFid, details } = flow;
  const { fids = [], until = null } = details;
  const documents = await documentsToShare(services, flow);
  const active = (await listMembers(services.db, { tid, fids })).filter(({ state }) => state === 'active');
  if (active.length === 0) throw new ProcessingFailure('login.user_not_found');
  return async (transaction) => {
    const at = new Date(services.clock());
    const people = active.map(({ fid }) => fid);
    for (const documentID of documents) {
      await grantByApproval(transaction, { tid, documentID, fids: people, until, by: applicantFid, at });
    }
    await record(transaction, { flow, at, acts: actsOf('processing.granted', flow, documents) });
  };
};

const mark =
  (marksOf: (flow: FlowToProcess) => Marks): Effect =>
  async (services, flow) => {
    const documents = await ownDocuments(services, flow);
    return async (transaction) => {
      const marks = marksOf(flow);
      for (const documentID of documents) {
        await markByApproval(transaction, { tid: flow.tid, documentID, marks });
      }
      const at = new Date(services.clock());
      await record(transaction, { flow, at, acts: actsOf('processing.marked', flow, documents) });
    };
  };

const trustMailbox: Effect = async (services, flow) => {
  const { tid, flowID, applicantFid, details } = flow;
  const email = details.email?.toLowerCase();
  if (!email) throw new ProcessingFailure('work.no_email');
  return async (transaction) => {
    const at = new Date(services.clock());
    await insertTrusted(transaction, { tid, email, fid: applicantFid, flow_id: flowID, created_at: at });
    await record(transaction, { flow, at, acts: [{ act: 'processing.mailbox_trusted', subject: flowID }] });
  };
};

/** Mails are sent afterwards, with the attachments as stored. */
const approveMail: Effect = async (services, flow) => {
  await checkMail(services, flow);
  return async () => {};
};

export const effects: { readonly [Type in ApplicationType]: Effect } = {
  file_decryption: release('processing.decrypted'),
  file_out: release('processing.decrypted'),
  file_to_transparent: release('processing.declassified'),
  file_to_classification: reclassify,
  file_authorization: authorize,
  file_watermark_removal: mark(() => ({ watermark: false })),
  file_marking: mark(({ details: { watermark, noDownload, noCapture } }) => ({
    watermark,
    noDownload,
    noCapture,
  })),
  trusted_mailbox_application: trustMailbox,
  trusted_mail_send: approveMail,
  gateway_trusted_mail_send: approveMail,
  mail_out: approveMail,
};

/**
 * Changes that affect every reader require that the applicant owns the document and that the document is registered.
 */
async function ownDocuments(services: ProcessingServices, flow: FlowToProcess): Promise<string[]> {
  const { tid, applicantFid } = flow;
  const sealed = demandSealed(await openSources(services, flow, applicantFid));
  for (const { documentID, owner } of sealed) {
    const registered = await findRegistered(services.db, { tid, documentID });
    // The registered owner counts: a transferred document keeps its first owner in its policy.
    if ((registered?.ownerOID ?? owner) !== applicantFid)
      throw new ProcessingFailure('work.not_document_owner');
    if (!registered) throw new ProcessingFailure('key.document_not_found');
  }
  return [...new Set(sealed.map(({ documentID }) => documentID))];
}

/** The applicant's own documents and those of other owners who agreed. */
async function documentsToShare(services: ProcessingServices, flow: FlowToProcess): Promise<string[]> {
  const asked = await askedDocuments(services, flow);
  const own = flow.files.filter(({ uri }) => !asked.has(uri));
  const shared = own.length === 0 ? [] : await ownDocuments(services, { ...flow, files: own });
  return [...new Set([...asked.values(), ...shared])];
}

const idOf = ({ sealed }: Source): string | null => sealed?.documentID ?? null;

function actsOf(act: Act['act'], { flowID }: FlowToProcess, documents: readonly string[]): Act[] {
  return documents.map((documentID) => ({ act, subject: flowID, documentID }));
}

function record(
  transaction: DatabaseTransaction,
  { flow, at, acts }: { flow: FlowToProcess; at: Date; acts: readonly Act[] },
): Promise<void> {
  return recordActs({ handle: transaction, actor: { kind: 'service', tid: flow.tid }, at }, acts);
}
