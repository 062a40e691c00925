import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@sealflow/domain/errors';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { digested } from '../../infra/files/digested.adapter.ts';
import { demandMasterKey } from '../../infra/master-key/index.ts';
import { recordAct, recordActs } from '../audit/audit.usecases.ts';
import { isAnyWithdrawn } from '../documents/approved-changes.usecases.ts';
import { documentsIn } from '../files/files.usecases.ts';
import { keepObject } from '../files/loose-objects.usecases.ts';
import { activePeople } from '../tenants/people.usecases.ts';
import { type FlowToProcess, findFlowForProcessing } from '../workflow/processing-flow.usecases.ts';
import { expiryQueue, lifetime } from './download-expiry.usecases.ts';
import { type DownloadRow, moveDownload, selectDownload } from './downloads.repository.ts';
import { contentFor } from './downloads.usecases.ts';
import { type PackageContent, packageContent } from './package-content.usecases.ts';
import { makePackageKey, type PackageKey, sealPackage } from './package-key.adapter.ts';
import { makePassphrase, wrapPassphrase } from './passphrase.adapter.ts';
import { ProcessingFailure, reasonOf } from './processing.errors.ts';
import type { ProcessingServices } from './processing.port.ts';

/** Creates a requested package. An interrupted run leaves nothing behind; the next run starts over. */
export async function prepareDownload(
  services: ProcessingServices,
  { downloadID }: { downloadID: string },
): Promise<void> {
  const row = await selectDownload(services.db, downloadID);
  if (row?.state !== 'preparing' || row.expire_at.getTime() <= services.clock()) return;
  try {
    await pack(services, row);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await giveUp(services, row, reason);
  }
}

async function pack(services: ProcessingServices, row: DownloadRow): Promise<void> {
  const { masterKey } = services;
  const { download_id: downloadID, content } = row;
  const flow = await releasedFlow(services.db, row);
  services.reached('packing');
  const passphrase = content === 'out' ? makePassphrase() : undefined;
  const made = await packageContent(services, { row, flow, passphrase });
  const key = await makePackageKey(masterKey, downloadID);
  const passed = digested(made.content);
  const objectKey = randomUUID();
  await keepObject(
    services,
    { key: objectKey, content: sealPackage(key, { downloadID, content: passed.content }) },
    {
      check: async (stored) => {
        services.reached('packed');
        return stored;
      },
      name: async (transaction, stored) => {
        await releasedFlow(transaction, row);
        const [size, sha256] = [passed.size(), passed.sha256()];
        const facts = { size, sha256, objectKey, objectSize: stored.size };
        await hand(services, transaction, { row, made, key, facts, passphrase });
      },
    },
  );
}

interface Handed {
  readonly row: DownloadRow;
  readonly made: PackageContent;
  readonly key: PackageKey;
  readonly facts: { size: number; sha256: string; objectKey: string; objectSize: number };
  readonly passphrase: string | undefined;
}

async function hand(
  { clock, outbox, masterKey }: ProcessingServices,
  transaction: DatabaseTransaction,
  { row, made, key, facts, passphrase }: Handed,
): Promise<void> {
  const { download_id: downloadID, tid, aid, fid, flow_id: flowID } = row;
  const at = clock();
  const expire_at = new Date(at + lifetime);
  await demandMasterKey(transaction, masterKey);
  const moved = await moveDownload(
    transaction,
    { downloadID, from: ['preparing'] },
    {
      state: 'ready',
      name: made.name,
      mime_type: made.mimeType,
      size: facts.size,
      sha256: facts.sha256,
      object_key: facts.objectKey,
      object_size: facts.objectSize,
      wrapped_key: key.wrapped,
      wrapped_passphrase: passphrase === undefined ? null : wrapPassphrase(masterKey, downloadID, passphrase),
      expire_at,
    },
  );
  if (!moved) throw new Error('package is no longer in state preparing');
  await made.register(transaction, new Date(at));
  await outbox.send(transaction, expiryQueue, [{ data: { downloadID }, after: expire_at }]);
  await recordActs(
    { handle: transaction, actor: { kind: 'account', tid, aid, fid }, at: new Date(at) },
    made.documents.map((documentID) => ({
      act: 'download.prepared',
      subject: flowID,
      documentID,
      sha256: facts.sha256,
    })),
  );
}

/**
 * The flow of a package, if its content may still be released to the person who requested it.
 * @throws ProcessingFailure
 */
export async function releasedFlow(
  db: DatabaseHandle,
  { tid, flow_id: flowID, fid, content }: DownloadRow,
): Promise<FlowToProcess> {
  const flow = await findFlowForProcessing(db, { tid, flowID });
  if (!flow) throw new ProcessingFailure('work.flow_not_found');
  const mayHave = content === 'sealed' || contentFor(flow, fid).content === content;
  if (!mayHave) throw new ProcessingFailure('work.flow_state_error');
  const isThere = (await activePeople(db, { tid, fids: [fid] })).has(fid);
  if (!isThere) throw new ProcessingFailure('login.tenant_access_denied');
  // For sealed copies, every use licence checks withdrawal.
  if (content !== 'sealed') await demandNoneWithdrawn(db, flow);
  return flow;
}

async function demandNoneWithdrawn(db: DatabaseHandle, { tid, files }: FlowToProcess): Promise<void> {
  const documentIDs = await documentsIn(db, { tid, uris: files.map(({ uri }) => uri) });
  if (await isAnyWithdrawn(db, { tid, documentIDs })) throw new ProcessingFailure('key.document_withdrawn');
}

async function giveUp(
  { db, clock }: ProcessingServices,
  { download_id: downloadID, tid, aid, fid, flow_id: flowID }: DownloadRow,
  reason: ErrorCode,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const failed = { state: 'failed', reason } as const;
    if (!(await moveDownload(transaction, { downloadID, from: ['preparing'] }, failed))) return;
    await recordAct(
      { handle: transaction, actor: { kind: 'account', tid, aid, fid }, at: new Date(clock()) },
      { act: 'download.prepared', subject: flowID, decision: 'refused', reason },
    );
  });
}
