import { hash } from 'node:crypto';

/** The first half of a SHA-256 digest, a byte per character. It identifies a cached value. */
export type EntryKey = string & { readonly kind: 'entry key' };

const keyLength = 16;

/** The key of a text. It is short, so that a cache holds no tokens and compares few bytes. */
export const entryKeyOf = (text: string): EntryKey =>
  hash('sha256', text, 'binary').slice(0, keyLength) as EntryKey;

/** What an entry contains besides its key and value. */
export interface EntryState {
  /** Numbers of the tags that the value depends on. The first one groups the entries of one client. */
  readonly tags: readonly number[];
  /** Milliseconds of `performance.now()`. */
  readonly storedAt: number;
  /** The moment at which the read of the value began. */
  readonly readAt: number;
  /** The end of validity in milliseconds since 1970. */
  readonly until: number;
}

export interface EntryTableOptions {
  /** The maximum number of entries; the oldest one is removed first. */
  readonly maxEntries: number;
  /** The maximum number of entries with the same first tag; the oldest of them is removed first. */
  readonly maxEntriesPerFirstTag: number;
}

/** The position of an entry in all columns; 0: none. */
export type Slot = number;

/** 32-bit words of each entry for its key and its tags. Counts have six tags; the table keeps longer lists apart. */
const keyWords = 4;
const tagWords = 6;

/**
 * A hash table with one column per property, outside the heap of V8, instead of one object per entry. Hundreds of thousands of
 * objects that live for minutes would be copied twice and traced at each collection of the heap, for hundreds of milliseconds. An
 * entry takes about 100 bytes, plus its value unless entries share it.
 */
export class EntryTable<Value> {
  readonly #maxEntries: number;
  readonly #maxEntriesPerFirstTag: number;
  readonly #hashMask: number;
  readonly #keys: Int32Array;
  readonly #tags: Int32Array;
  readonly #tagCounts: Uint8Array;
  readonly #manyTags = new Map<Slot, readonly number[]>();
  readonly #values: (Value | undefined)[];
  readonly #storedAt: Float64Array;
  readonly #readAt: Float64Array;
  readonly #until: Float64Array;
  /** The newest entry by hash of the key, and the next one with the same hash. Unused slots form such a list as well. */
  readonly #buckets: Int32Array;
  readonly #nextInBucket: Int32Array;
  /** The newest entry by hash of the first tag, and the next older one with the same hash. */
  readonly #groups: Int32Array;
  readonly #nextInGroup: Int32Array;
  readonly #older: Int32Array;
  readonly #newer: Int32Array;
  #oldest: Slot = 0;
  #newest: Slot = 0;
  #unused: Slot = 0;
  /** Slots beyond this one contain no entry. The memory of slots that never contained one is not resident. */
  #lastUsed: Slot = 0;
  #size = 0;

  constructor({ maxEntries, maxEntriesPerFirstTag }: EntryTableOptions) {
    this.#maxEntries = maxEntries;
    this.#maxEntriesPerFirstTag = maxEntriesPerFirstTag;
    const slots = maxEntries + 1;
    const hashes = 2 ** Math.ceil(Math.log2(slots));
    this.#hashMask = hashes - 1;
    this.#keys = new Int32Array(slots * keyWords);
    this.#tags = new Int32Array(slots * tagWords);
    this.#tagCounts = new Uint8Array(slots);
    this.#values = Array.from({ length: 1 });
    this.#storedAt = new Float64Array(slots);
    this.#readAt = new Float64Array(slots);
    this.#until = new Float64Array(slots);
    this.#buckets = new Int32Array(hashes);
    this.#nextInBucket = new Int32Array(slots);
    this.#groups = new Int32Array(hashes);
    this.#nextInGroup = new Int32Array(slots);
    this.#older = new Int32Array(slots);
    this.#newer = new Int32Array(slots);
  }

  /** @returns 0 if there is no entry with the key. */
  find(key: EntryKey): Slot {
    const first = keyWord(key, 0);
    let slot = this.#buckets[first & this.#hashMask] as Slot;
    while (slot !== 0 && !this.#hasKey(slot, first, key)) slot = this.#nextInBucket[slot] as Slot;
    return slot;
  }

  valueOf(slot: Slot): Value {
    return this.#values[slot] as Value;
  }

  storedAtOf(slot: Slot): number {
    return this.#storedAt[slot] as number;
  }

  readAtOf(slot: Slot): number {
    return this.#readAt[slot] as number;
  }

  untilOf(slot: Slot): number {
    return this.#until[slot] as number;
  }

  tagsOf(slot: Slot): readonly number[] {
    const many = this.#manyTags.get(slot);
    if (many) return many;
    const tags: number[] = [];
    const count = this.#tagCounts[slot] as number;
    for (let index = 0; index < count; index += 1) tags.push(this.#tags[slot * tagWords + index] as number);
    return tags;
  }

  /** Adds the entry as the newest one. It replaces an entry with the same key, and removes the oldest one beyond a limit. */
  insert(key: EntryKey, value: Value, { tags, storedAt, readAt, until }: EntryState): void {
    const existing = this.find(key);
    if (existing !== 0) this.remove(existing);
    const surplus = this.#surplusOf(tags[0] ?? 0);
    if (surplus !== 0) this.remove(surplus);
    if (this.#size >= this.#maxEntries) this.remove(this.#oldest);
    const slot = this.#takeSlot();
    for (let word = 0; word < keyWords; word += 1) this.#keys[slot * keyWords + word] = keyWord(key, word);
    this.#setTags(slot, tags);
    this.#values[slot] = value;
    this.#storedAt[slot] = storedAt;
    this.#readAt[slot] = readAt;
    this.#until[slot] = until;
    this.#link(slot);
    this.#size += 1;
  }

  remove(slot: Slot): void {
    unlink(this.#buckets, this.#nextInBucket, this.#bucketOf(slot), slot);
    unlink(this.#groups, this.#nextInGroup, this.#groupOf(slot), slot);
    const older = this.#older[slot] as Slot;
    const newer = this.#newer[slot] as Slot;
    if (older === 0) this.#oldest = newer;
    else this.#newer[older] = newer;
    if (newer === 0) this.#newest = older;
    else this.#older[newer] = older;
    this.#manyTags.delete(slot);
    this.#values[slot] = undefined;
    this.#nextInBucket[slot] = this.#unused;
    this.#unused = slot;
    this.#size -= 1;
  }

  clear(): void {
    this.#buckets.fill(0);
    this.#groups.fill(0);
    this.#values.length = 1;
    this.#manyTags.clear();
    this.#oldest = 0;
    this.#newest = 0;
    this.#unused = 0;
    this.#lastUsed = 0;
    this.#size = 0;
  }

  #hasKey(slot: Slot, first: number, key: EntryKey): boolean {
    if (this.#keys[slot * keyWords] !== first) return false;
    for (let word = 1; word < keyWords; word += 1)
      if (this.#keys[slot * keyWords + word] !== keyWord(key, word)) return false;
    return true;
  }

  #takeSlot(): Slot {
    const slot = this.#unused;
    if (slot === 0) {
      this.#lastUsed += 1;
      return this.#lastUsed;
    }
    this.#unused = this.#nextInBucket[slot] as Slot;
    return slot;
  }

  #setTags(slot: Slot, tags: readonly number[]): void {
    if (tags.length > tagWords) this.#manyTags.set(slot, tags);
    this.#tagCounts[slot] = Math.min(tags.length, tagWords);
    for (let index = 0; index < tagWords; index += 1) this.#tags[slot * tagWords + index] = tags[index] ?? 0;
  }

  #link(slot: Slot): void {
    const bucket = this.#bucketOf(slot);
    this.#nextInBucket[slot] = this.#buckets[bucket] as Slot;
    this.#buckets[bucket] = slot;
    const group = this.#groupOf(slot);
    this.#nextInGroup[slot] = this.#groups[group] as Slot;
    this.#groups[group] = slot;
    this.#older[slot] = this.#newest;
    this.#newer[slot] = 0;
    if (this.#newest === 0) this.#oldest = slot;
    else this.#newer[this.#newest] = slot;
    this.#newest = slot;
  }

  #bucketOf(slot: Slot): number {
    return (this.#keys[slot * keyWords] as number) & this.#hashMask;
  }

  #groupOf(slot: Slot): number {
    return this.#firstTagOf(slot) & this.#hashMask;
  }

  #firstTagOf(slot: Slot): number {
    return this.#tags[slot * tagWords] as number;
  }

  /** The oldest entry with this first tag, if one more would exceed their limit; otherwise 0. */
  #surplusOf(firstTag: number): Slot {
    let count = 0;
    let slot = this.#groups[firstTag & this.#hashMask] as Slot;
    for (; slot !== 0; slot = this.#nextInGroup[slot] as Slot) {
      if (this.#firstTagOf(slot) === firstTag) count += 1;
      if (count === this.#maxEntriesPerFirstTag) return slot;
    }
    return 0;
  }
}

/** Removes a slot from the list of its hash. */
function unlink(heads: Int32Array, next: Int32Array, hashed: number, slot: Slot): void {
  let current = heads[hashed] as Slot;
  if (current === slot) {
    heads[hashed] = next[slot] as Slot;
    return;
  }
  while (next[current] !== slot) current = next[current] as Slot;
  next[current] = next[slot] as Slot;
}

const keyWord = (key: EntryKey, word: number): number => {
  const at = word * 4;
  return (
    key.charCodeAt(at) |
    (key.charCodeAt(at + 1) << 8) |
    (key.charCodeAt(at + 2) << 16) |
    (key.charCodeAt(at + 3) << 24)
  );
};
