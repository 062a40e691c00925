/** The entries of one tag. Most tags (of one person) have one entry, few (of a tenant) have very many. */
export class Tag<Entry> {
  readonly name: string;
  // The first entry has its own field: a set for every tag would take a third of all memory.
  private one: Entry | undefined;
  private more: Set<Entry> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get isEmpty(): boolean {
    return this.one === undefined && (this.more?.size ?? 0) === 0;
  }

  add(entry: Entry): void {
    if (this.one === undefined) this.one = entry;
    else {
      this.more ??= new Set();
      this.more.add(entry);
    }
  }

  delete(entry: Entry): void {
    if (this.one !== entry) {
      this.more?.delete(entry);
      return;
    }
    [this.one] = this.more ?? [];
    if (this.one !== undefined) this.more?.delete(this.one);
  }

  /** In order of insertion, the oldest first. */
  all(): Entry[] {
    const more = this.more ? [...this.more] : [];
    return this.one === undefined ? more : [this.one, ...more];
  }
}

/** Index of cache entries by tag. */
export class Tags<Entry> {
  private readonly byName = new Map<string, Tag<Entry>>();

  /** @returns the tags to pass to {@link remove} when the entry is removed. */
  hang(entry: Entry, names: readonly string[]): readonly Tag<Entry>[] {
    return names.map((name) => {
      const known = this.byName.get(name);
      const tag = known ?? new Tag<Entry>(name);
      if (!known) this.byName.set(name, tag);
      tag.add(entry);
      return tag;
    });
  }

  take(entry: Entry, tags: readonly Tag<Entry>[]): void {
    for (const tag of tags) {
      tag.delete(entry);
      if (tag.isEmpty && this.byName.get(tag.name) === tag) this.byName.delete(tag.name);
    }
  }

  of(name: string): readonly Entry[] {
    return this.byName.get(name)?.all() ?? [];
  }

  clear(): void {
    this.byName.clear();
  }
}
