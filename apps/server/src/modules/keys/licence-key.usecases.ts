import type { KasAlgorithm } from '@sealflow/tdf/kas';
import { generateLicenceKeyPair, importLicenceKey } from '@sealflow/tdf/keys';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import {
  lockMasterKey,
  type MasterKey,
  unwrapAtRest,
  type WrappedColumn,
  wrapAtRest,
} from '../../infra/master-key/index.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import { requireTenant } from '../tenants/tenants.usecases.ts';
import { LicenceKeyError } from './keys.errors.ts';
import {
  insertKeys,
  lockGeneration,
  type StoredLicenceKey,
  selectGeneration,
  selectKeyByKid,
  selectNewestKey,
  selectUsableKeys,
} from './licence-key.repository.ts';

const algorithms: readonly KasAlgorithm[] = ['ec:secp256r1', 'rsa:2048'];

export interface WrappingKey {
  kid: string;
  publicKeyPem: string;
}

export interface Generation {
  /** The tenant's licence key id, stable over all generations. */
  licenceKeyID: string;
  generation: number;
}

export type RecordGeneration = (transaction: DatabaseTransaction, added: Generation) => Promise<void>;

/** The licence keys of all tenants. Private keys exist unwrapped only in memory and are not extractable. */
export interface LicenceKeys {
  /**
   * Adds a generation, which wraps from now on; older generations still unwrap.
   * @param record - writes the audit record in the same transaction: no key exists without its record.
   */
  addGeneration(tid: string, record?: RecordGeneration): Promise<Generation>;
  /**
   * The current wrapping key of a tenant. The first call creates the first generation.
   * @throws LicenceKeyError `licence_key.unknown` if a closed tenant has none, `licence_key.withdrawn`.
   */
  wrappingKey(tid: string, algorithm: KasAlgorithm): Promise<WrappingKey>;
  /**
   * The private key of a key id.
   * @throws LicenceKeyError if it is not this tenant's, or withdrawn.
   */
  unwrappingKey(tid: string, kid: string): Promise<CryptoKey>;
  /**
   * The tenant's private keys of an algorithm that are not withdrawn, newest first: for a wrapped key without a key
   * id.
   */
  unwrappingKeys(tid: string, algorithm: KasAlgorithm): Promise<UnwrappingKey[]>;
}

export interface UnwrappingKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

export const wrappedLicenceKeys: WrappedColumn = {
  table: 'licence_keys',
  column: 'wrapped_private_key',
  id: 'kid',
  contextOf: (kid) => kid,
};

export function createLicenceKeys(db: DatabaseHandle, masterKey: MasterKey): LicenceKeys {
  // Imported keys are cached because importing an RSA key costs more than a decision. Withdrawal is still checked
  // each time.
  const imported = new Map<string, CryptoKey>();

  const addGeneration = async (
    tid: string,
    {
      isNeeded = () => true,
      record = async () => {},
    }: {
      isNeeded?: (state: { newest: number; isClosed: boolean }) => boolean;
      record?: RecordGeneration | undefined;
    },
  ): Promise<Generation> => {
    const { licenceKeyID, isClosed } = await requireTenant(db, tid);
    const existing = await selectGeneration(db, tid);
    // Anyone may request a public key, and the generation of a key pair is expensive: the check precedes it.
    if (!isNeeded({ newest: existing, isClosed })) return { licenceKeyID, generation: existing };
    const keyPairs = await generateKeyPairs();
    return inTransaction(db, async (transaction) => {
      await lockMasterKey(transaction, masterKey);
      // The lock excludes a concurrent deletion of the tenant, which would leave the new key behind.
      const tenant = await lockTenant(transaction, tid);
      const newest = await lockGeneration(transaction, tid);
      if (!isNeeded({ newest, ...tenant })) return { licenceKeyID, generation: newest };
      const generation = newest + 1;
      const keys = keyPairs.map(({ algorithm, pkcs8, publicKeyPem }) => {
        const kid = `${licenceKeyID}.${algorithm}.${generation}`;
        const wrappedPrivateKey = wrapAtRest(pkcs8, masterKey.bytes, kid);
        pkcs8.fill(0);
        return { tid, generation, algorithm, kid, publicKeyPem, wrappedPrivateKey };
      });
      await insertKeys(transaction, keys);
      await record(transaction, { licenceKeyID, generation });
      return { licenceKeyID, generation };
    });
  };

  const newest = async (tid: string, algorithm: KasAlgorithm): Promise<WrappingKey | undefined> => {
    const key = await selectNewestKey(db, { tid, algorithm });
    return key && { kid: key.kid, publicKeyPem: key.publicKeyPem };
  };

  const privateKeyOf = async ({
    kid,
    algorithm,
    wrappedPrivateKey,
  }: StoredLicenceKey): Promise<CryptoKey> => {
    const existing = imported.get(kid);
    if (existing) return existing;
    const pkcs8 = new Uint8Array(unwrapAtRest(wrappedPrivateKey, masterKey.bytes, kid));
    const key = await importLicenceKey(algorithm, pkcs8).finally(() => pkcs8.fill(0));
    imported.set(kid, key);
    return key;
  };

  return {
    addGeneration: (tid, record) => addGeneration(tid, { record }),

    wrappingKey: async (tid, algorithm) => {
      const key = await newest(tid, algorithm);
      if (key) return key;
      // Of two concurrent first calls, the second finds the generation of the first.
      const { generation } = await addGeneration(tid, {
        isNeeded: (state) => state.newest === 0 && !state.isClosed,
      });
      const added = await newest(tid, algorithm);
      if (!added)
        throw new LicenceKeyError(generation === 0 ? 'licence_key.unknown' : 'licence_key.withdrawn');
      return added;
    },

    unwrappingKey: async (tid, kid) => {
      const stored = await selectKeyByKid(db, { tid, kid });
      if (!stored) throw new LicenceKeyError('licence_key.unknown');
      if (stored.withdrawn) throw new LicenceKeyError('licence_key.withdrawn');
      return privateKeyOf(stored);
    },

    unwrappingKeys: async (tid, algorithm) => {
      const usable = await selectUsableKeys(db, { tid, algorithm });
      return Promise.all(
        usable.map(async (stored) => ({ kid: stored.kid, privateKey: await privateKeyOf(stored) })),
      );
    },
  };
}

const generateKeyPairs = () =>
  Promise.all(
    algorithms.map(async (algorithm) =>
      Object.assign(await generateLicenceKeyPair(algorithm), { algorithm }),
    ),
  );
