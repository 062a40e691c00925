import type { StatementReader } from '../../infra/tokens/statements.util.ts';
import { chainOf } from './audit-chain.usecases.ts';
import type { AuditedAct } from './audit-record.types.ts';
import { type ChainBreak, ChainCheck, type LinkedRecord } from './chain-check.usecases.ts';
import { readSignedHash } from './checkpoints.usecases.ts';
import { type ExportLine, exportLine } from './export.schemas.ts';

export interface ExportCheck {
  tid: string | null;
  /** The first and the last record that the export claims to contain; `first` is `last + 1` for an empty export. */
  first: number;
  last: number;
  /** Checkpoints with a valid signature; 0 if no keys were given. */
  checkpoints: number;
  /** The last record that a valid checkpoint covers. */
  signedUpTo: number;
  broken: ChainBreak | null;
}

/** The lines are not an export, or are incomplete. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

type LineOf<T extends ExportLine['type']> = Extract<ExportLine, { type: T }>;

/** Records in memory at once. */
const checkBatchSize = 1000;

/**
 * Recomputes the chain of an export without the service that wrote it.
 *
 * @param read - verifies checkpoints with the public keys of that service; undefined: checkpoints are ignored.
 * @throws ExportError if the lines are not a complete export.
 */
export async function checkExport(
  lines: AsyncIterable<string>,
  read: StatementReader | undefined,
): Promise<ExportCheck> {
  let checker: ExportChecker | undefined;
  let end: LineOf<'end'> | undefined;
  for await (const text of lines) {
    if (text.trim() === '') continue;
    const line = parseLine(text);
    if (end) throw new ExportError('the file continues after the end of the export');
    if (line.type === 'begin') checker = new ExportChecker(line, read);
    else if (!checker) throw new ExportError('the file does not begin with the first line of an export');
    else if (line.type === 'end') end = line;
    else checker.addLine(line);
  }
  if (!checker || !end)
    throw new ExportError('the file is truncated: the last line of the export is missing');
  return checker.end(end);
}

class ExportChecker {
  readonly #begin: LineOf<'begin'>;
  readonly #read: StatementReader | undefined;
  readonly #signed = new Map<number, string>();
  readonly #check: ChainCheck;
  #waiting: LinkedRecord[] = [];
  #broken: ChainBreak | undefined;

  constructor(begin: LineOf<'begin'>, read: StatementReader | undefined) {
    this.#begin = begin;
    this.#read = read;
    const start = { sequence: begin.sequence, hash: Buffer.from(begin.hash, 'hex') };
    this.#check = new ChainCheck(this.#signed, start);
  }

  addLine(line: LineOf<'record'> | LineOf<'checkpoint'>): void {
    if (line.type === 'checkpoint') return this.#sign(line);
    // The checkpoints of a record follow it, so all of them are known when the next record arrives.
    if (this.#waiting.length === checkBatchSize) this.#compute();
    this.#waiting.push(toLinkedRecord(line));
  }

  end({ sequence, hash }: LineOf<'end'>): ExportCheck {
    this.#compute();
    const { last } = this.#check;
    const isComplete = last.sequence === sequence && last.hash.toString('hex') === hash;
    this.#broken ??=
      this.#check.end() ?? (isComplete ? undefined : { at: last.sequence + 1, why: 'missing' });
    return {
      tid: this.#begin.tid,
      first: this.#begin.sequence + 1,
      last: sequence,
      checkpoints: this.#signed.size,
      signedUpTo: this.#broken ? 0 : Math.max(0, ...this.#signed.keys()),
      broken: this.#broken ?? null,
    };
  }

  #sign(line: LineOf<'checkpoint'>): void {
    const signed = this.#read && readSignedHash(this.#read, chainOf(this.#begin.tid), line);
    if (!signed) return;
    if (signed.sequence <= this.#check.last.sequence) {
      throw new ExportError(`the checkpoint over record ${signed.sequence} is out of order`);
    }
    this.#signed.set(signed.sequence, signed.hash);
  }

  #compute(): void {
    this.#broken ??= this.#check.add(this.#waiting);
    this.#waiting = [];
  }
}

function parseLine(text: string): ExportLine {
  try {
    return exportLine.parse(JSON.parse(text));
  } catch (error) {
    throw new ExportError('the file contains a line that is not part of an export', { cause: error });
  }
}

function toLinkedRecord({
  type: _type,
  ids: _ids,
  sequence,
  hash,
  at,
  former,
  act,
  ...fields
}: LineOf<'record'>): LinkedRecord {
  const record = {
    ...fields,
    act: act as AuditedAct,
    at: new Date(at),
    former: former && { sequence: former.sequence, hash: Buffer.from(former.hash, 'hex') },
  };
  return { sequence, hash: Buffer.from(hash, 'hex'), record };
}
