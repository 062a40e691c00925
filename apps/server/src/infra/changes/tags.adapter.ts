/** What hangs on one name: most hang on their own person's, and everybody's on their tenant's. */
export class Tag<Entry> {
  readonly name: string;
  // Most names have one, and a set for each of them would be a third of all memory.
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

  /** The oldest first. */
  all(): Entry[] {
    const more = this.more ? [...this.more] : [];
    return this.one === undefined ? more : [this.one, ...more];
  }
}

/** Which entries hang on which names. */
export class Tags<Entry> {
  private readonly byName = new Map<string, Tag<Entry>>();

  /** @returns what to give to {@link take} once the entry is dropped. */
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
