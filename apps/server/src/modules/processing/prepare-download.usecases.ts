import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@sealflow/domain/errors';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { createHashingStream } from '../../infra/files/hashing-stream.util.ts';
import { lockMasterKey } from '../../infra/master-key/index.ts';
import { recordAct, recordActs } from '../audit/audit.usecases.ts';
import { hasWithdrawn } from '../documents/approved-changes.usecases.ts';
import { documentIDsIn } from '../files/files.usecases.ts';
import { storeObject } from '../files/orphaned-objects.usecases.ts';
import { findActivePeople } from '../tenants/people.usecases.ts';
import { type FlowToProcess, findFlowForProcessing } from '../workflow/processing-flow.usecases.ts';
import { downloadLifetimeMs, expiryQueue } from './download-expiry.usecases.ts';
import { type DownloadRow, selectDownload, updateDownloadInState } from './downloads.repository.ts';
import { deliveredContent } from './downloads.usecases.ts';
import { createPackageContent, type PackageContent } from './package-content.usecases.ts';
import { createPackageKey, type PackageKey, sealPackage } from './package-key.util.ts';
import { createPassphrase, wrapPassphrase } from './passphrase.util.ts';
import { ProcessingFailure, permanentReasonOf } from './processing.errors.ts';
import type { ProcessingServices } from './processing.types.ts';

/** Creates a requested package. An interrupted run leaves nothing behind; the next run starts over. */
export async function prepareDownload(
  services: ProcessingServices,
  { downloadID }: { downloadID: string },
): Promise<void> {
  const row = await selectDownload(services.db, downloadID);
  if (row?.state !== 'preparing' || row.expire_at.getTime() <= services.clock()) return;
  try {
    await createPackage(services, row);
  } catch (error) {
    const reason = permanentReasonOf(error);
    if (reason === undefined) throw error;
    await failDownload(services, row, reason);
  }
}

async function createPackage(services: ProcessingServices, row: DownloadRow): Promise<void> {
  const { masterKey } = services;
  const { download_id: downloadID, content } = row;
  const flow = await requireReleasedFlow(services.db, row);
  services.onStep('packing');
  const passphrase = content === 'out' ? createPassphrase() : undefined;
  const packageToStore = await createPackageContent(services, { row, flow, passphrase });
  const key = await createPackageKey(masterKey, downloadID);
  const hashed = createHashingStream(packageToStore.content);
  const objectKey = randomUUID();
  await storeObject(
    services,
    { key: objectKey, content: sealPackage(key, { downloadID, content: hashed.content }) },
    {
      check: async (stored) => {
        services.onStep('packed');
        return stored;
      },
      reference: async (transaction, stored) => {
        await requireReleasedFlow(transaction, row);
        const [size, sha256] = [hashed.size(), hashed.sha256()];
        const facts = { size, sha256, objectKey, objectSize: stored.size };
        await publishPackage(services, transaction, { row, packageToStore, key, facts, passphrase });
      },
    },
  );
}

interface CreatedPackage {
  readonly row: DownloadRow;
  readonly packageToStore: PackageContent;
  readonly key: PackageKey;
  readonly facts: { size: number; sha256: string; objectKey: string; objectSize: number };
  readonly passphrase: string | undefined;
}

async function publishPackage(
  { clock, outbox, masterKey }: ProcessingServices,
  transaction: DatabaseTransaction,
  { row, packageToStore, key, facts, passphrase }: CreatedPackage,
): Promise<void> {
  const { download_id: downloadID, tid, aid, fid, flow_id: flowID } = row;
  const at = clock();
  const expire_at = new Date(at + downloadLifetimeMs);
  await lockMasterKey(transaction, masterKey);
  const wasPreparing = await updateDownloadInState(
    transaction,
    { downloadID, from: ['preparing'] },
    {
      state: 'ready',
      name: packageToStore.name,
      mime_type: packageToStore.mimeType,
      size: facts.size,
      sha256: facts.sha256,
      object_key: facts.objectKey,
      object_size: facts.objectSize,
      wrapped_key: key.wrapped,
      wrapped_passphrase: passphrase === undefined ? null : wrapPassphrase(masterKey, downloadID, passphrase),
      expire_at,
    },
  );
  if (!wasPreparing) throw new Error('package is no longer in state preparing');
  await packageToStore.register(transaction, new Date(at));
  await outbox.send(transaction, expiryQueue, [{ data: { downloadID }, after: expire_at }]);
  await recordActs(
    { handle: transaction, actor: { kind: 'account', tid, aid, fid }, at: new Date(at) },
    packageToStore.documents.map((documentID) => ({
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
export async function requireReleasedFlow(
  db: DatabaseHandle,
  { tid, flow_id: flowID, fid, content }: DownloadRow,
): Promise<FlowToProcess> {
  const flow = await findFlowForProcessing(db, { tid, flowID });
  if (!flow) throw new ProcessingFailure('work.flow_not_found');
  const isAllowed = content === 'sealed' || deliveredContent(flow, fid).content === content;
  if (!isAllowed) throw new ProcessingFailure('work.flow_state_error');
  const isActive = (await findActivePeople(db, { tid, fids: [fid] })).has(fid);
  if (!isActive) throw new ProcessingFailure('login.tenant_access_denied');
  // For sealed copies, every use licence checks withdrawal.
  if (content !== 'sealed') await assertNoneWithdrawn(db, flow);
  return flow;
}

async function assertNoneWithdrawn(db: DatabaseHandle, { tid, files }: FlowToProcess): Promise<void> {
  const documentIDs = await documentIDsIn(db, { tid, uris: files.map(({ uri }) => uri) });
  if (await hasWithdrawn(db, { tid, documentIDs })) throw new ProcessingFailure('key.document_withdrawn');
}

async function failDownload(
  { db, clock }: ProcessingServices,
  { download_id: downloadID, tid, aid, fid, flow_id: flowID }: DownloadRow,
  reason: ErrorCode,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const failed = { state: 'failed', reason } as const;
    if (!(await updateDownloadInState(transaction, { downloadID, from: ['preparing'] }, failed))) return;
    await recordAct(
      { handle: transaction, actor: { kind: 'account', tid, aid, fid }, at: new Date(clock()) },
      { act: 'download.prepared', subject: flowID, decision: 'refused', reason },
    );
  });
}
