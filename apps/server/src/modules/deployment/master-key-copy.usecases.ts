import type { Answer } from '@sealflow/contract';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import type { MasterKey } from '../../infra/master-key/index.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { selectMasterKeyCopy, upsertMasterKeyCopy } from './deployment.repository.ts';

export interface MasterKeyCopyServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
  /** Whether a setting names the master key or its file. */
  readonly isMasterKeyConfigured: boolean;
}

type MasterKeyState = Answer<'GET /api/v1/admin/deployment/master-key'>['data'];

/** Where the master key is, and whether an operator has confirmed a copy of this key. */
export async function describeMasterKey({
  db,
  masterKey: { id, path },
  isMasterKeyConfigured,
}: MasterKeyCopyServices): Promise<MasterKeyState> {
  const copy = await selectMasterKeyCopy(db, id);
  const fileSource = isMasterKeyConfigured ? 'file' : 'generated';
  return {
    source: path === null ? 'environment' : fileSource,
    masterKeyID: id,
    path,
    confirmedAt: copy?.confirmed_at.getTime() ?? null,
    confirmedBy: copy?.confirmed_by ?? null,
  };
}

/** Records that a copy of the master key is stored apart from the data. */
export async function confirmMasterKeyCopy(
  services: MasterKeyCopyServices,
  operatorID: string,
): Promise<MasterKeyState> {
  const { db, clock, masterKey } = services;
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    await upsertMasterKeyCopy(transaction, { masterKeyID: masterKey.id, by: operatorID, at });
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    await recordAct({ handle: transaction, actor, at }, { act: 'deployment.master_key_copy_confirmed' });
  });
  return describeMasterKey(services);
}
