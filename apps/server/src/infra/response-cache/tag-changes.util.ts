/**
 * The number of a tag (FNV-1a). An entry contains numbers, because the texts would take most of its memory. Tags with the same
 * number are invalidated together, which is rare and harmless.
 */
export function tagNumber(tag: string): number {
  let number = 0x81_1c_9d_c5;
  for (let index = 0; index < tag.length; index += 1)
    number = Math.imul(number ^ tag.charCodeAt(index), 0x01_00_01_93);
  return number | 0;
}

/** A moment in the order of changes. */
export type Moment = number;

/**
 * When each tag changed last, instead of an index of the entries by tag: a node stores thousands of entries a second and
 * uses few of them often enough for an index to be worth its time and memory.
 */
export class TagChanges {
  readonly #maxTags: number;
  readonly #maxAgeMs: number;
  #now: Moment = 0;
  /** Changes before this moment are forgotten, so that nothing that was read before it is known to be unchanged. */
  #knownFrom: Moment = 0;
  #older = new Map<number, Moment>();
  #recent = new Map<number, Moment>();
  #recentFrom: Moment = 0;
  #recentSince = performance.now();

  /**
   * @param options - `maxTags`: beyond twice as many changed tags the oldest changes are forgotten; `maxAgeMs`: no caller asks
   *   about older moments.
   */
  constructor({ maxTags, maxAgeMs }: { maxTags: number; maxAgeMs: number }) {
    this.#maxTags = maxTags;
    this.#maxAgeMs = maxAgeMs;
  }

  /** The moment of a read that begins now. */
  get now(): Moment {
    return this.#now;
  }

  add(tag: number): void {
    if (this.#recent.size >= this.#maxTags || performance.now() - this.#recentSince > this.#maxAgeMs) {
      this.#older = this.#recent;
      this.#knownFrom = this.#recentFrom;
      this.#recent = new Map();
      this.#recentFrom = this.#now;
      this.#recentSince = performance.now();
    }
    this.#now += 1;
    this.#recent.set(tag, this.#now);
  }

  /** Every tag may have changed. */
  addAll(): void {
    this.#now += 1;
    this.#knownFrom = this.#now;
    this.#older = new Map();
    this.#recent = new Map();
    this.#recentFrom = this.#now;
  }

  /** Whether none of the tags changed after the moment. */
  areUnchanged(tags: readonly number[], since: Moment): boolean {
    if (since < this.#knownFrom) return false;
    if (since === this.#now) return true;
    for (const tag of tags) {
      const changedAt = this.#recent.get(tag) ?? this.#older.get(tag);
      if (changedAt !== undefined && changedAt > since) return false;
    }
    return true;
  }
}
