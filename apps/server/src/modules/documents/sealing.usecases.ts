import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findAccountByName } from '../accounts/accounts.usecases.ts';
import { namespaceOf, platformUrlOf } from '../keys/key-access.usecases.ts';
import type { LicenceKeys } from '../keys/licence-key.usecases.ts';
import { findMember, requireTenant, type TenantMember } from '../tenants/tenants.usecases.ts';
import { requireClassification } from './classifications.usecases.ts';

export interface SealingServices {
  readonly db: DatabaseHandle;
  readonly keys: LicenceKeys;
  readonly publicUrl: () => string;
}

export interface SealingRequest {
  readonly tid: string;
  /** The owner's username, phone number or e-mail address. */
  readonly owner: string;
  /** If omitted, none is written, and the tenant's default at the time of opening applies. */
  readonly classification?: string | undefined;
}

/** Everything that a sealer writes into a document. */
export interface SealingContext {
  platformUrl: string;
  namespace: string;
  ownerOID: string;
  orgID: string | null;
  classificationID: string | null;
  kid: string;
  publicKeyPem: string;
}

/** @throws ServiceError `login.user_not_found`, `key.classification_not_found`. */
export async function getSealingContext(
  { db, keys, publicUrl }: SealingServices,
  { tid, owner, classification }: SealingRequest,
): Promise<SealingContext> {
  const person = await requireOwnerByName(db, { tid, owner });
  return createSealingContext({ db, keys, publicUrl }, { tid, person, classification });
}

/**
 * As {@link getSealingContext}, for an owner by `fid`, who may have left the tenant.
 * @throws ServiceError `login.user_not_found`, `key.classification_not_found`.
 */
export async function getSealingContextByOwnerID(
  services: SealingServices,
  { tid, ownerOID, classificationID }: { tid: string; ownerOID: string; classificationID: string | null },
): Promise<SealingContext> {
  const person = await findMember(services.db, { tid, fid: ownerOID });
  if (!person) throw new ServiceError('login.user_not_found');
  return createSealingContext(services, { tid, person, classification: classificationID ?? undefined });
}

async function createSealingContext(
  { db, keys, publicUrl }: SealingServices,
  { tid, person, classification }: { tid: string; person: TenantMember; classification: string | undefined },
): Promise<SealingContext> {
  const tenant = await requireTenant(db, tid);
  if (classification !== undefined) await requireClassification(db, { tid, id: classification });
  const { kid, publicKeyPem } = await keys.wrappingKey(tid, 'ec:secp256r1');
  return {
    platformUrl: platformUrlOf(tid, publicUrl()),
    namespace: namespaceOf(tenant, publicUrl()),
    ownerOID: person.fid,
    orgID: person.orgID,
    classificationID: classification ?? null,
    kid,
    publicKeyPem,
  };
}

async function requireOwnerByName(
  db: DatabaseHandle,
  { tid, owner }: { tid: string; owner: string },
): Promise<TenantMember> {
  const account = await findAccountByName(db, owner);
  const member = account && (await findMember(db, { tid, aid: account.aid }));
  if (member?.state !== 'active') throw new ServiceError('login.user_not_found');
  return member;
}
