import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, Member } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { isPrintingAllowed } from '../keys/access-decision.usecases.ts';
import { findDocumentRights } from './document-rights.usecases.ts';
import { selectDocument } from './documents.repository.ts';
import type { DocumentServices } from './documents.usecases.ts';

export interface PrintRequest {
  readonly documentID: string;
  readonly pages: number;
  /** When the use licence was issued, in milliseconds since 1970. */
  readonly licenceIssuedAt: number;
}

/**
 * Records that a member prints pages of a document. The app prints only after this record exists. The rules are applied again,
 * so that a changed setting takes effect before the licence ends. A document that another platform sealed is not registered: its
 * classification was part of the decision about the licence, and here counts as the default one.
 * @throws ServiceError `key.printing_not_allowed`, which is recorded too.
 */
export async function recordPrint(
  { db, clock }: DocumentServices,
  { session, member }: { readonly session: AccountSession; readonly member: Member },
  { documentID, pages, licenceIssuedAt }: PrintRequest,
): Promise<void> {
  const { tid, fid } = member;
  const at = new Date(clock());
  const document = await selectDocument(db, { tid, documentID });
  const rights = await findDocumentRights(db, {
    tid,
    fid,
    documentID,
    owner: document?.owner_fid ?? null,
    classificationID: document?.classification_id ?? null,
  });
  const { isWithdrawn, accessClass, clearance } = rights;
  const isCleared = accessClass !== null && accessClass.level <= clearance;
  // A licence is issued to registered devices only.
  const isAllowed = session.device !== null && !isWithdrawn && isCleared && isPrintingAllowed(rights);
  const subject = `pages ${pages}, licence ${new Date(licenceIssuedAt).toISOString()}`;
  const context = { handle: db, actor: { kind: 'member', tid, session, member } as const, at };
  if (isAllowed) return recordAct(context, { act: 'document.printed', documentID, subject });
  await recordAct(context, {
    act: 'document.printed',
    // The caller may have made up an id that the tenant does not know.
    documentID: document ? documentID : null,
    subject,
    decision: 'refused',
    reason: 'key.printing_not_allowed',
  });
  throw new ServiceError('key.printing_not_allowed');
}
