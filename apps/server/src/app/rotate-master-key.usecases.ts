import { sql } from 'kysely';
import type { Config } from '../infra/config/config.schemas.ts';
import {
  type DatabaseConnection,
  type DatabaseTransaction,
  inTransaction,
  openDatabase,
} from '../infra/database/index.ts';
import { wrappedDeliverySettings } from '../infra/delivery/delivery.repository.ts';
import {
  findMasterKeyID,
  MasterKeyError,
  openOrCreateMasterKey,
  openServiceMasterKey,
  replaceMasterKeyID,
  rewrapColumn,
} from '../infra/master-key/index.ts';
import { wrappedVapidKeys } from '../infra/push/index.ts';
import { wrappedTokenKeys } from '../infra/tokens/token-keys.repository.ts';
import { wrappedTotpSecrets } from '../modules/accounts/second-factor/totp-check.usecases.ts';
import { wrappedSetupSecrets } from '../modules/admin/setup-links.usecases.ts';
import { recordAct } from '../modules/audit/audit.usecases.ts';
import { wrappedLicenceKeys } from '../modules/keys/licence-key.usecases.ts';
import { wrappedPackageKeys } from '../modules/processing/package-key.util.ts';
import { wrappedPassphrases } from '../modules/processing/passphrase.util.ts';
import { wrappedPushTokens } from '../modules/push/registrations.usecases.ts';

/** Every column that is wrapped under the master key. */
export const wrappedColumns = [
  wrappedTokenKeys,
  wrappedLicenceKeys,
  wrappedVapidKeys,
  wrappedPushTokens,
  wrappedPackageKeys,
  wrappedPassphrases,
  wrappedTotpSecrets,
  wrappedSetupSecrets,
  wrappedDeliverySettings,
];

export interface Rotation {
  /** Identifiers of the two keys; they reveal nothing about the keys. */
  readonly formerID: string;
  readonly masterKeyID: string;
  readonly rewrapped: number;
}

/**
 * Replaces the master key of these settings: every wrapped column is rewrapped in one transaction. The new key is
 * written to `file` first; a key that an interrupted rotation left there is reused.
 * @throws MasterKeyError `master_key.nodes_run`; on any failure nothing has changed.
 */
export async function rotateMasterKey(
  config: Config,
  { file, now }: { file: string; now: Date },
): Promise<Rotation> {
  const { maintenanceDatabaseUrl: databaseUrl, dataDir } = config;
  const database = await openDatabase({
    purpose: 'administration',
    databaseUrl,
    dataDir,
    statementTimeoutMs: 0,
  });
  try {
    await assertNoRunningNodes(database);
    // Without this check `masterKeyOf` would create a key, and there would be nothing to rewrap.
    if ((await findMasterKeyID(database.handle)) === undefined) throw missingMasterKeyError();
    const former = await openServiceMasterKey(database.handle, { source: config.masterKey, dataDir });
    const next = await openOrCreateMasterKey({ file, dataDir });
    if (next.id === former.id) {
      throw new MasterKeyError(
        'master_key.wrong',
        `${file} contains the master key in use: choose another file`,
      );
    }
    return await inTransaction(database.handle, async (transaction) => {
      await replaceMasterKeyID(transaction, { previous: former.id, next: next.id });
      const rewrapped = await rewrapAll(transaction, { from: former.bytes, to: next.bytes });
      const actor = { kind: 'service', tid: null } as const;
      await recordAct({ handle: transaction, actor, at: now }, { act: 'deployment.master_key_rotated' });
      return { formerID: former.id, masterKeyID: next.id, rewrapped };
    });
  } finally {
    await database.close();
  }
}

const missingMasterKeyError = () =>
  new MasterKeyError('master_key.missing', 'this database has no master key yet: start the service first');

async function rewrapAll(
  transaction: DatabaseTransaction,
  keys: { from: Uint8Array; to: Uint8Array },
): Promise<number> {
  let count = 0;
  for (const column of wrappedColumns) count += await rewrapColumn(transaction, column, keys);
  return count;
}

/** A running node would continue to wrap with the former key. */
async function assertNoRunningNodes({ handle }: DatabaseConnection): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where application_name = 'sealflow changes' and datname = current_database() limit 1
  `.execute(handle);
  if (rows.length === 0) return;
  throw new MasterKeyError(
    'master_key.nodes_run',
    'nodes of the service are running on this database: stop them all, rotate, then start them with the new key',
  );
}
