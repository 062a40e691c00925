import {
  OBLIGATIONS,
  openLicence,
  parseTerms,
  requestLicence,
  TdfError,
  type UseLicence,
} from '@sealflow/tdf/kas';
import type { PayloadKeys, SealedFile } from '@sealflow/tdf/reader';
import { localDatabase } from '../database/local-database.adapter.ts';
import type { Platform } from '../index.ts';
import { DocumentError, obligationProblem } from './document.errors.ts';
import { type DocumentsContext, type DocumentTenant, platformUrlOf } from './document.types.ts';
import { type Licences, licencesOf } from './licences.repository.ts';

/** What this app sees to: it draws the watermark, has no way to save a protected document, and watches the lease. */
const always: readonly string[] = [OBLIGATIONS.watermark, OBLIGATIONS.noDownload, OBLIGATIONS.lease];

/** Against captures only the device can do something. */
const fulfillableOn = ({ screenGuard }: Pick<Platform, 'screenGuard'>): readonly string[] =>
  screenGuard.canBlock ? [...always, OBLIGATIONS.noCapture] : always;

export type LicenceNeed = {
  readonly context: Pick<DocumentsContext, 'platform' | 'host' | 'token'>;
  readonly licences: Licences;
  readonly tenant: DocumentTenant;
  readonly sealed: SealedFile;
  readonly documentID: string;
  readonly signal?: AbortSignal | undefined;
};

export type Licensed = {
  readonly keys: PayloadKeys;
  readonly leaseEnd: number | null;
  readonly mayCopy: boolean;
  /** Where not, pictures of the screen are kept from being taken while it is shown. */
  readonly mayCapture: boolean;
  readonly watermarked: boolean;
};

/** Under these nothing of a document leaves the screen, be it a few words. */
const keptOnScreen: ReadonlySet<string> = new Set([OBLIGATIONS.noDownload, OBLIGATIONS.noCapture]);

/**
 * The keys of a document. The service is asked whenever it can be reached, so that a withdrawal counts at the next
 * contact; only where it cannot does the kept licence open the document again, until its lease ends.
 * @throws DocumentError `leaseEnded`, `deviceUnknown`, `obligation`; TdfError of the key access service's refusal.
 */
export async function licensedKeys(need: LicenceNeed): Promise<Licensed> {
  const { context, licences, documentID } = need;
  const device = await context.platform.deviceKeys.current();
  if (!device) throw new DocumentError('deviceUnknown');
  const { licence, isKept } = await askOrKept(need, device.signing.privateKey);
  const { leaseEnd, issuedAt, obligations } = parseTerms(licence.terms);
  // What the device kept is held to today's rules: an older or newer app may have kept it.
  const fulfillable = fulfillableOn(context.platform);
  const missing = obligations.filter((one) => !fulfillable.includes(one));
  if (missing.length > 0) throw new DocumentError(obligationProblem(missing), { obligations: missing });
  // The licence itself says what time it was at the service.
  const now = Math.max(issuedAt, await context.platform.clock.guarded());
  if (leaseEnd !== null && leaseEnd <= now) {
    await licences.forget(documentID);
    throw new DocumentError('leaseEnded');
  }
  return {
    keys: await opened(need, { licence, isKept, agreementKey: device.agreement.privateKey }),
    leaseEnd,
    mayCopy: !obligations.some((obligation) => keptOnScreen.has(obligation)),
    mayCapture: !obligations.includes(OBLIGATIONS.noCapture),
    watermarked: obligations.includes(OBLIGATIONS.watermark),
  };
}

/** Removes the licences whose lease was seen to end at a moment: a clock set back brings none of them to life. */
export async function forgetEnded(
  { platform, accountID }: Pick<DocumentsContext, 'platform' | 'accountID'>,
  moment: number,
): Promise<void> {
  await licencesOf(await localDatabase(platform), accountID).forgetEnded(moment);
}

type Answered = {
  readonly licence: UseLicence;
  /** From before, because the service cannot be asked. */
  readonly isKept: boolean;
};

async function opened(
  { licences, documentID }: LicenceNeed,
  { licence, isKept, agreementKey }: Answered & { readonly agreementKey: CryptoKey },
): Promise<PayloadKeys> {
  try {
    return await openLicence(licence, agreementKey);
  } catch (error) {
    if (!isKept) throw error;
    // It was given to the keys that this device had before: the service gives another.
    await licences.forget(documentID);
    throw new DocumentError('offline', { cause: error });
  }
}

async function askOrKept(need: LicenceNeed, signingKey: CryptoKey): Promise<Answered> {
  const { context, licences, tenant, documentID } = need;
  const kept = await licences.find(documentID);
  if (kept && !context.platform.network.isOnline()) return { licence: kept, isKept: true };
  try {
    const licence = await ask(need, signingKey);
    await context.platform.clock.observe(parseTerms(licence.terms).issuedAt);
    await licences.keep(licence, tenant.id);
    return { licence, isKept: false };
  } catch (error) {
    if (!(error instanceof TdfError)) throw error;
    if (error.code === 'kas.unreachable' && kept) return { licence: kept, isKept: true };
    if (ofPerson.has(error.code)) await licences.clear();
    else if (error.code === ofMember) await licences.forgetTenant(tenant.id);
    else if (isWithdrawal(error)) await licences.forget(documentID);
    throw error;
  }
}

/** Refusals of the person or of the device: they are about every document that is kept here. */
const ofPerson: ReadonlySet<string> = new Set([
  'kas.refused.account_inactive',
  'kas.refused.device_required',
  'kas.refused.device_withdrawn',
]);

/** Who is no member of the tenant any more. */
const ofMember = 'kas.refused.tenant_access_denied';

/**
 * A refusal by the service is the last word on what the device still holds. One of the request itself (a clock that is
 * off, a session that has ended), a fault of the service or of something in front of it says nothing about the person's
 * right.
 */
const isWithdrawal = ({ code }: TdfError): boolean =>
  code.startsWith('kas.refused.') && !/\.(?:request_\w+|signed_out|unknown)$/.test(code);

async function ask(
  { context, tenant, sealed, signal }: LicenceNeed,
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
