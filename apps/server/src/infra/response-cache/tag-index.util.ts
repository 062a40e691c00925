/** The entries of one tag. Most tags (of one person) have one entry, few (of a tenant) have very many. */
export class Tag<Entry> {
  readonly name: string;
  // The first entry has its own field: a set for every tag would take a third of all memory.
  private firstEntry: Entry | undefined;
  private otherEntries: Set<Entry> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get isEmpty(): boolean {
    return this.firstEntry === undefined && (this.otherEntries?.size ?? 0) === 0;
  }

  add(entry: Entry): void {
    if (this.firstEntry === undefined) this.firstEntry = entry;
    else {
      this.otherEntries ??= new Set();
      this.otherEntries.add(entry);
    }
  }

  delete(entry: Entry): void {
    if (this.firstEntry !== entry) {
      this.otherEntries?.delete(entry);
      return;
    }
    [this.firstEntry] = this.otherEntries ?? [];
    if (this.firstEntry !== undefined) this.otherEntries?.delete(this.firstEntry);
  }

  /** In order of insertion, the oldest first. */
  toArray(): Entry[] {
    const otherEntries = this.otherEntries ? [...this.otherEntries] : [];
    return this.firstEntry === undefined ? otherEntries : [this.firstEntry, ...otherEntries];
  }
}

/** Index of cache entries by tag. */
export class TagIndex<Entry> {
  private readonly byName = new Map<string, Tag<Entry>>();

  /** @returns the tags to pass to {@link remove} when the entry is removed. */
  add(entry: Entry, names: readonly string[]): readonly Tag<Entry>[] {
    return names.map((name) => {
      const existing = this.byName.get(name);
      const tag = existing ?? new Tag<Entry>(name);
      if (!existing) this.byName.set(name, tag);
      tag.add(entry);
      return tag;
    });
  }

  remove(entry: Entry, tags: readonly Tag<Entry>[]): void {
    for (const tag of tags) {
      tag.delete(entry);
      if (tag.isEmpty && this.byName.get(tag.name) === tag) this.byName.delete(tag.name);
    }
  }

  entriesOf(name: string): readonly Entry[] {
    return this.byName.get(name)?.toArray() ?? [];
  }

  clear(): void {
    this.byName.clear();
  }
}
