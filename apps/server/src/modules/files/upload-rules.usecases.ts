import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type Scanner, ScannerError } from '../../infra/scan/scan.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import type { MediaType } from './media-type.adapter.ts';
import { selectUsage } from './usage.repository.ts';

/** Rules for files that people upload. */
export interface UploadRules {
  /** Quota of a person in bytes; 0 for no limit. */
  personBytes: number;
  /** Quota of a tenant in bytes; 0 for no limit. */
  tenantBytes: number;
  /** Media types that are rejected: `type/subtype` or `type/*`. */
  refusedTypes: readonly string[];
  scanner: Scanner | undefined;
  /** Whether files are accepted unscanned while the scanner does not respond. */
  scanOptional: boolean;
  /** Called when the scanner does not respond. */
  onError: (error: unknown) => void;
  clock: Clock;
}

/**
 * The remaining quota of a person in bytes. Inside the transaction that inserts a file, that file is counted, and
 * other uploads of the tenant wait.
 * @throws ServiceError `file.quota_exceeded` if the quota is already exceeded.
 */
export async function demandRoom(
  db: DatabaseHandle,
  rules: UploadRules | undefined,
  who: { tid: string; fid: string },
): Promise<number> {
  if (!rules || (rules.personBytes === 0 && rules.tenantBytes === 0)) return Number.POSITIVE_INFINITY;
  const usage = await selectUsage(db, who);
  const room = Math.min(
    rules.personBytes === 0 ? Number.POSITIVE_INFINITY : rules.personBytes - usage.person,
    rules.tenantBytes === 0 ? Number.POSITIVE_INFINITY : rules.tenantBytes - usage.tenant,
  );
  if (room < 0) throw new ServiceError('file.quota_exceeded');
  return room;
}

/** @throws ServiceError `file.type_not_allowed`. */
export function demandType(rules: UploadRules | undefined, { mimeType }: MediaType): void {
  const group = mimeType.replace(/\/.*/, '/*');
  const refused = rules?.refusedTypes.some((type) => type === mimeType || type === group) ?? false;
  if (refused) throw new ServiceError('file.type_not_allowed', { type: mimeType });
}

/** @throws ServiceError `file.infected`, or `file.scan_failed` if the file could not be scanned. */
export async function demandClean(
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
    if (rules.scanOptional) return;
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
