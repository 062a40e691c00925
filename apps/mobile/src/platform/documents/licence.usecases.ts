import {
  OBLIGATIONS,
  openLicence,
  parseTerms,
  requestLicence,
  TdfError,
  type UseLicence,
} from '@sealflow/tdf/kas';
import type { PayloadKeys, SealedFile } from '@sealflow/tdf/reader';
import { DocumentError } from './document.errors.ts';
import { type DocumentsContext, type DocumentTenant, platformUrlOf } from './document.types.ts';
import type { Licences } from './licences.repository.ts';

/** What this app sees to: it draws the watermark, has no way to save a protected document, and watches the lease. */
const fulfillable = [OBLIGATIONS.watermark, OBLIGATIONS.noDownload, OBLIGATIONS.lease];

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
};

/** Under these nothing of a document leaves the screen, be it a few words. */
const keptOnScreen: ReadonlySet<string> = new Set([OBLIGATIONS.noDownload, OBLIGATIONS.noCapture]);

/**
 * The keys of a document. The service is asked whenever it can be reached, so that a withdrawal counts at the next
 * contact; only where it cannot does the kept licence open the document again, until its lease ends.
 * @throws DocumentError `leaseEnded`, `deviceUnknown`; TdfError of the key access service's refusal.
 */
export async function licensedKeys(need: LicenceNeed): Promise<Licensed> {
  const { context, licences, documentID } = need;
  const device = await context.platform.deviceKeys.current();
  if (!device) throw new DocumentError('deviceUnknown');
  const licence = await askOrKept(need, device.signing.privateKey);
  const { leaseEnd, obligations } = parseTerms(licence.terms);
  if (leaseEnd !== null && leaseEnd <= (await context.platform.clock.guarded())) {
    await licences.forget(documentID);
    throw new DocumentError('leaseEnded');
  }
  return {
    keys: await openLicence(licence, device.agreement.privateKey),
    leaseEnd,
    mayCopy: !obligations.some((obligation) => keptOnScreen.has(obligation)),
  };
}

async function askOrKept(need: LicenceNeed, signingKey: CryptoKey): Promise<UseLicence> {
  const { context, licences, documentID } = need;
  const kept = await licences.find(documentID);
  if (kept && !context.platform.network.isOnline()) return kept;
  try {
    const licence = await ask(need, signingKey);
    await licences.keep(licence);
    return licence;
  } catch (error) {
    if (!(error instanceof TdfError)) throw error;
    if (error.code === 'kas.unreachable' && kept) return kept;
    if (isWithdrawal(error)) await licences.forget(documentID);
    throw error;
  }
}

/**
 * A refusal by the service is the last word on what the device still holds. One of the request itself (a clock that is
 * off), a fault of the service or of something in front of it says nothing about the person's right.
 */
const isWithdrawal = ({ code }: TdfError): boolean =>
  code.startsWith('kas.refused.') && !/\.(?:request_\w+|unknown)$/.test(code);

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
      fulfillable,
      now: () => context.platform.clock.serverNow(),
    },
    { manifest: sealed.manifest, keyId: tenant.key, ...(signal ? { signal } : {}) },
  );
}
