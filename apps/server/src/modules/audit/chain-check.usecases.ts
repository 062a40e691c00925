import { beginning, hashOf } from './audit-chain.usecases.ts';
import type { KeptRecord } from './audit-record.port.ts';

/** A link with its record; null where the record is gone. */
export interface Linked {
  sequence: number;
  hash: Buffer;
  record: KeptRecord | null;
}

/**
 * - `changed`: the record is not the one that was linked.
 * - `missing`: it is gone, or the chain ends before it.
 * - `order`: it stood elsewhere.
 * - `checkpoint`: the chain was written anew: it holds in itself, and is not the one that a checkpoint was signed over.
 */
export type BreakReason = 'changed' | 'missing' | 'order' | 'checkpoint';

export interface ChainBreak {
  /** The first bad record; for `checkpoint` the first that can be. */
  at: number;
  why: BreakReason;
  /** The checkpoint that does not match, where one tells. */
  checkpoint?: number;
}

/** By sequence the hash in hex that was signed; something else where the signature is not ours. */
export type Checkpoints = ReadonlyMap<number, string>;

/** Recomputes a chain, batch by batch. */
export class ChainCheck {
  readonly #checkpoints: Checkpoints;
  #last: { sequence: number; hash: Buffer };
  #sure: number;

  constructor(
    checkpoints: Checkpoints,
    start: { sequence: number; hash: Buffer } = { sequence: 0, hash: beginning },
  ) {
    this.#checkpoints = checkpoints;
    this.#last = start;
    this.#sure = start.sequence;
  }

  /** The last record that was found right. */
  get last(): { sequence: number; hash: Buffer } {
    return this.#last;
  }

  /** Goes on with the next links. @returns the first that does not follow. */
  add(links: readonly Linked[]): ChainBreak | undefined {
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

  /** No link follows. @returns what is missing then. */
  end(): ChainBreak | undefined {
    const { sequence } = this.#last;
    const beyond = [...this.#checkpoints.keys()].filter((signed) => signed > sequence);
    return beyond.length === 0
      ? undefined
      : { at: sequence + 1, why: 'missing', checkpoint: Math.min(...beyond) };
  }

  /** Whether what belongs here is there, in another place nearby. */
  #isElsewhere(links: readonly Linked[]): boolean {
    const { sequence, hash } = this.#last;
    const hashes = new Set(links.map((link) => link.hash.toString('hex')));
    return links.some(
      ({ record }) => record && hashes.has(hashOf(hash, sequence + 1, record).toString('hex')),
    );
  }
}
