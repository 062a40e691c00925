import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type Scanner, ScannerError } from '../../infra/scan/scan.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import type { MediaType } from './media-type.adapter.ts';
import { selectUsage } from './usage.repository.ts';

/** What holds for files that people send. */
export interface UploadRules {
  /** What a person may have stored, in bytes; 0 for no limit. */
  personBytes: number;
  /** What all people of a tenant may have stored, in bytes; 0 for no limit. */
  tenantBytes: number;
  /** Media types that are not taken: `type/subtype` or `type/*`. */
  refusedTypes: readonly string[];
  scanner: Scanner | undefined;
  /** Whether files are taken unscanned while the scanner does not answer. */
  scanOptional: boolean;
  /** Told of a scanner that does not answer. */
  onError: (error: unknown) => void;
  clock: Clock;
}

/**
 * How many bytes a person may store beside those that are stored. Asked inside the transaction that inserted a file it
 * counts that in, and nobody else of the tenant gets in between.
 * @throws ServiceError `file.quota_exceeded` where it is more than full.
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

/** @throws ServiceError `file.infected`, or `file.scan_failed` where nobody could tell. */
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
