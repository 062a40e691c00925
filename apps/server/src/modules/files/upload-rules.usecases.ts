import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type Scanner, ScannerError } from '../../infra/scan/scan.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { selectUsage } from './files.repository.ts';
import type { MediaType } from './media-type.util.ts';

/** Rules for files that people upload. */
export interface UploadRules {
  /** Quota of a person in bytes; 0 for no limit. */
  maxPersonBytes: number;
  /** Quota of a tenant in bytes; 0 for no limit. */
  maxTenantBytes: number;
  /** Media types that are rejected: `type/subtype` or `type/*`. */
  rejectedTypes: readonly string[];
  scanner: Scanner | undefined;
  /** Whether files are accepted unscanned while the scanner does not respond. */
  isScanOptional: boolean;
  /** Called when the scanner does not respond. */
  onError: (error: unknown) => void;
  clock: Clock;
}

/**
 * The remaining quota of a person in bytes. Inside the transaction that inserts a file, that file is counted, and
 * other uploads of the tenant wait.
 * @throws ServiceError `file.quota_exceeded` if the quota is already exceeded.
 */
export async function requireQuota(
  db: DatabaseHandle,
  rules: UploadRules | undefined,
  person: { tid: string; fid: string },
): Promise<number> {
  if (!rules || (rules.maxPersonBytes === 0 && rules.maxTenantBytes === 0)) return Number.POSITIVE_INFINITY;
  const usage = await selectUsage(db, person);
  const remainingBytes = Math.min(
    rules.maxPersonBytes === 0 ? Number.POSITIVE_INFINITY : rules.maxPersonBytes - usage.person,
    rules.maxTenantBytes === 0 ? Number.POSITIVE_INFINITY : rules.maxTenantBytes - usage.tenant,
  );
  if (remainingBytes < 0) throw new ServiceError('file.quota_exceeded');
  return remainingBytes;
}

/** @throws ServiceError `file.type_not_allowed`. */
export function assertAllowedType(rules: UploadRules | undefined, { mimeType }: MediaType): void {
  const group = mimeType.replace(/\/.*/, '/*');
  const isRefused = rules?.rejectedTypes.some((type) => type === mimeType || type === group) ?? false;
  if (isRefused) throw new ServiceError('file.type_not_allowed', { type: mimeType });
}

/** @throws ServiceError `file.infected`, or `file.scan_failed` if the file could not be scanned. */
export async function assertClean(
  { db, rules }: { db: DatabaseHandle; rules?: UploadRules },
  { tid, fid }: { tid: string; fid: string },
  content: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  const scanner = rules?.scanner;
  if (!scanner) return;
  try {
    const { infected } = await scanner.scan(await content());
    if (!infected) return;
  } catch (error) {
    if (!(error instanceof ScannerError)) throw error;
    rules.onError(error);
    if (rules.isScanOptional) return;
    throw new ServiceError('file.scan_failed', {}, error);
  }
  const by = { handle: db, actor: { kind: 'service', tid }, at: new Date(rules.clock()) } as const;
  await recordAct(by, {
    act: 'file.upload_refused',
    subject: fid,
    decision: 'refused',
    reason: 'file.infected',
  });
  throw new ServiceError('file.infected');
}
