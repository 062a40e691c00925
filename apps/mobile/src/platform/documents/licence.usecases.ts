import {
  OBLIGATIONS,
  openLicence,
  PERMISSIONS,
  parseTerms,
  requestLicence,
  TdfError,
  type UseLicence,
} from '@sealflow/tdf/kas';
import type { PayloadKeys, SealedFile } from '@sealflow/tdf/reader';
import { localDatabase } from '../database/local-database.compose.ts';
import type { Platform } from '../index.ts';
import { DocumentError, obligationProblem } from './document.errors.ts';
import {
  type AccessTerms,
  type DocumentsContext,
  type DocumentTenant,
  platformUrlOf,
} from './document.types.ts';
import { type Licences, licencesOf } from './licences.repository.ts';

/**
 * Obligations that this app always fulfils: it draws the watermark, cannot save a protected document, and checks the
 * lease.
 */
const alwaysFulfillable: readonly string[] = [
  OBLIGATIONS.watermark,
  OBLIGATIONS.noDownload,
  OBLIGATIONS.lease,
];

/** Only the device can block captures. */
const fulfillableOn = ({ screenGuard }: Pick<Platform, 'screenGuard'>): readonly string[] =>
  screenGuard.canBlock ? [...alwaysFulfillable, OBLIGATIONS.noCapture] : alwaysFulfillable;

export type LicenceRequest = {
  readonly context: Pick<DocumentsContext, 'platform' | 'host' | 'token'>;
  readonly licences: Licences;
  readonly tenant: DocumentTenant;
  readonly sealed: SealedFile;
  readonly documentID: string;
  readonly signal?: AbortSignal | undefined;
};

export type LicensedKeys = { readonly keys: PayloadKeys; readonly terms: AccessTerms };

/** Obligations under which no part of a document may leave the screen, not even a few words. */
const copyForbidding: ReadonlySet<string> = new Set([OBLIGATIONS.noDownload, OBLIGATIONS.noCapture]);

/**
 * Obtains the keys of a document. The service is asked whenever it is reachable, so that a withdrawal takes effect at
 * the next contact; only without it does the stored licence open the document, until its lease ends.
 * @throws DocumentError `leaseEnded`, `deviceUnknown`, `obligation`; TdfError for a refusal by the key access
 * service.
 */
export async function obtainKeys(request: LicenceRequest): Promise<LicensedKeys> {
  const { context, licences, documentID } = request;
  const device = await context.platform.deviceKeys.current();
  if (!device) throw new DocumentError('deviceUnknown');
  const { licence, isStored } = await requestOrReadStored(request, device.signing.privateKey);
  const { leaseEnd, issuedAt, obligations, permissions } = parseTerms(licence.terms);
  // A stored licence must meet this app's rules: another version of the app may have stored it.
  const fulfillable = fulfillableOn(context.platform);
  const missing = obligations.filter((one) => !fulfillable.includes(one));
  if (missing.length > 0) throw new DocumentError(obligationProblem(missing), { obligations: missing });
  // The licence contains the service's time of issue.
  const now = Math.max(issuedAt, await context.platform.clock.monotonicNow());
  if (leaseEnd !== null && leaseEnd <= now) {
    await licences.delete(documentID);
    throw new DocumentError('leaseEnded');
  }
  const mayCopy = !obligations.some((obligation) => copyForbidding.has(obligation));
  const mayPrint = mayCopy && permissions.includes(PERMISSIONS.print);
  return {
    keys: await openKeys(request, { licence, isStored, agreementKey: device.agreement.privateKey }),
    terms: {
      tenant: request.tenant,
      leaseEnd,
      mayCopy,
      mayCapture: !obligations.includes(OBLIGATIONS.noCapture),
      watermarked: obligations.includes(OBLIGATIONS.watermark),
      print: mayPrint ? { tid: request.tenant.id, documentID, licenceIssuedAt: issuedAt } : null,
      documentID,
    },
  };
}

/** Deletes the licences whose lease had ended at a moment, so that setting the clock back revives none of them. */
export async function deleteExpiredLicences(
  { platform, accountID }: Pick<DocumentsContext, 'platform' | 'accountID'>,
  moment: number,
): Promise<void> {
  await licencesOf(await localDatabase(platform), accountID).deleteExpired(moment);
}

type ObtainedLicence = {
  readonly licence: UseLicence;
  /** Stored earlier, because the service is unreachable. */
  readonly isStored: boolean;
};

async function openKeys(
  { licences, documentID }: LicenceRequest,
  { licence, isStored, agreementKey }: ObtainedLicence & { readonly agreementKey: CryptoKey },
): Promise<PayloadKeys> {
  try {
    return await openLicence(licence, agreementKey);
  } catch (error) {
    if (!isStored) throw error;
    // It was issued to previous keys of this device: the service issues another.
    await licences.delete(documentID);
    throw new DocumentError('offline', { cause: error });
  }
}

async function requestOrReadStored(request: LicenceRequest, signingKey: CryptoKey): Promise<ObtainedLicence> {
  const { context, licences, tenant, documentID } = request;
  const stored = await licences.find(documentID);
  if (stored && !context.platform.network.isOnline()) return { licence: stored, isStored: true };
  try {
    const licence = await requestFromService(request, signingKey);
    await context.platform.clock.observe(parseTerms(licence.terms).issuedAt);
    await licences.upsert(licence, tenant.id);
    return { licence, isStored: false };
  } catch (error) {
    if (!(error instanceof TdfError)) throw error;
    if (error.code === 'kas.unreachable' && stored) return { licence: stored, isStored: true };
    if (accountRefusals.has(error.code)) await licences.clear();
    else if (error.code === membershipRefusal) await licences.deleteOfTenant(tenant.id);
    else if (isRevocation(error)) await licences.delete(documentID);
    throw error;
  }
}

/** Refusals of the account or of the device: they concern every stored licence. */
const accountRefusals: ReadonlySet<string> = new Set([
  'kas.refused.account_inactive',
  'kas.refused.device_required',
  'kas.refused.device_withdrawn',
]);

/** The account is no longer a member of the tenant. */
const membershipRefusal = 'kas.refused.tenant_access_denied';

/**
 * Whether the refusal revokes a stored licence. A refusal of the request itself (a wrong clock, an ended session) or
 * a fault of the service or of a proxy does not concern the user's right.
 */
const isRevocation = ({ code }: TdfError): boolean =>
  code.startsWith('kas.refused.') && !/\.(?:request_\w+|signed_out|unknown)$/.test(code);

async function requestFromService(
  { context, tenant, sealed, signal }: LicenceRequest,
  signingKey: CryptoKey,
): Promise<UseLicence> {
  const token = await context.token();
  if (token === null) throw new DocumentError('signedOut');
  return requestLicence(
    {
      platformUrl: platformUrlOf(context, tenant),
      token,
      signingKey,
      fulfillable: fulfillableOn(context.platform),
      now: () => context.platform.clock.serverNow(),
    },
    { manifest: sealed.manifest, keyId: tenant.key, ...(signal ? { signal } : {}) },
  );
}
