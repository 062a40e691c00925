import { genesisHash, hashOf } from './audit-chain.usecases.ts';
import type { StoredRecord } from './audit-record.types.ts';

/** A link with its record; null if the record is missing. */
export interface LinkedRecord {
  sequence: number;
  hash: Buffer;
  record: StoredRecord | null;
}

/**
 * - `changed`: the record differs from the one that was linked.
 * - `missing`: the record is missing, or the chain ends before it.
 * - `order`: the record was moved.
 * - `checkpoint`: the chain was rewritten: it is consistent, but differs from the one that a checkpoint signs.
 */
export type BreakReason = 'changed' | 'missing' | 'order' | 'checkpoint';

export interface ChainBreak {
  /** The first bad record; for `checkpoint` the first one that may be bad. */
  at: number;
  why: BreakReason;
  /** The checkpoint that does not match, if one revealed the break. */
  checkpoint?: number;
}

/** The signed hash in hex by sequence number; another text if the signature is invalid. */
export type Checkpoints = ReadonlyMap<number, string>;

/** Recomputes a chain in batches. */
export class ChainCheck {
  readonly #checkpoints: Checkpoints;
  #last: { sequence: number; hash: Buffer };
  #sure: number;

  constructor(
    checkpoints: Checkpoints,
    start: { sequence: number; hash: Buffer } = { sequence: 0, hash: genesisHash },
  ) {
    this.#checkpoints = checkpoints;
    this.#last = start;
    this.#sure = start.sequence;
  }

  /** The last verified record. */
  get last(): { sequence: number; hash: Buffer } {
    return this.#last;
  }

  /**
   * Verifies the next links.
   * @returns the first break.
   */
  add(links: readonly LinkedRecord[]): ChainBreak | undefined {
    for (const link of links) {
      const at = this.#last.sequence + 1;
      if (link.sequence !== at || !link.record) return { at, why: 'missing' };
      if (!hashOf(this.#last.hash, at, link.record).equals(link.hash)) {
        return { at, why: this.#isElsewhere(links) ? 'order' : 'changed' };
      }
      const signed = this.#checkpoints.get(at);
      if (signed !== undefined && signed !== link.hash.toString('hex')) {
        return { at: this.#sure + 1, why: 'checkpoint', checkpoint: at };
      }
      if (signed !== undefined) this.#sure = at;
      this.#last = { sequence: at, hash: link.hash };
    }
    return undefined;
  }

  /**
   * Ends the check after the last link.
   * @returns a break if a checkpoint signs later records.
   */
  end(): ChainBreak | undefined {
    const { sequence } = this.#last;
    const laterCheckpoints = [...this.#checkpoints.keys()].filter((signed) => signed > sequence);
    return laterCheckpoints.length === 0
      ? undefined
      : { at: sequence + 1, why: 'missing', checkpoint: Math.min(...laterCheckpoints) };
  }

  /** Whether the expected record is in another position of the batch. */
  #isElsewhere(links: readonly LinkedRecord[]): boolean {
    const { sequence, hash } = this.#last;
    const hashes = new Set(links.map((link) => link.hash.toString('hex')));
    return links.some(
      ({ record }) => record && hashes.has(hashOf(hash, sequence + 1, record).toString('hex')),
    );
  }
}
