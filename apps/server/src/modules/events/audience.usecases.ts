/** The membership of an account in a tenant. */
export interface Membership {
  readonly tid: string;
  readonly fid: string;
}

/** A listener on this node, identified by account, session and token. */
export interface Listener {
  readonly aid: string;
  readonly sid: string;
  readonly jti: string;
}

interface Account<L> {
  readonly listeners: Set<L>;
  memberships: readonly Membership[];
}

/** Indexes listeners, so that those of a change are found in time independent of all others. */
export class Audience<L extends Listener> {
  readonly #listeners = new Set<L>();
  readonly #accounts = new Map<string, Account<L>>();
  readonly #tenants = new Map<string, Set<Account<L>>>();
  readonly #members = new Map<string, Account<L>>();
  readonly #sessions = new Map<string, Set<L>>();

  get size(): number {
    return this.#listeners.size;
  }

  /** @returns all listeners of the account, oldest first. */
  add(listener: L): readonly L[] {
    const { aid, sid } = listener;
    const account = this.#accounts.get(aid) ?? { listeners: new Set(), memberships: [] };
    this.#accounts.set(aid, account);
    account.listeners.add(listener);
    const session = this.#sessions.get(sid) ?? new Set();
    this.#sessions.set(sid, session);
    session.add(listener);
    this.#listeners.add(listener);
    return [...account.listeners];
  }

  delete(listener: L): void {
    const { aid, sid } = listener;
    const account = this.#accounts.get(aid);
    if (!account?.listeners.delete(listener)) return;
    this.#listeners.delete(listener);
    const session = this.#sessions.get(sid);
    session?.delete(listener);
    if (session?.size === 0) this.#sessions.delete(sid);
    if (account.listeners.size > 0) return;
    this.setMemberships(aid, []);
    this.#accounts.delete(aid);
  }

  /**
   * Replaces the memberships of an account.
   * @returns whether they differ from the previous ones.
   */
  setMemberships(aid: string, memberships: readonly Membership[]): boolean {
    const account = this.#accounts.get(aid);
    if (!account || keysOf(account.memberships) === keysOf(memberships)) return false;
    for (const { tid, fid } of account.memberships) {
      this.#members.delete(memberKey(tid, fid));
      const tenant = this.#tenants.get(tid);
      tenant?.delete(account);
      if (tenant?.size === 0) this.#tenants.delete(tid);
    }
    account.memberships = memberships;
    for (const { tid, fid } of memberships) {
      this.#members.set(memberKey(tid, fid), account);
      const tenant = this.#tenants.get(tid) ?? new Set();
      this.#tenants.set(tid, tenant);
      tenant.add(account);
    }
    return true;
  }

  all(): Iterable<L> {
    return this.#listeners;
  }

  ofAccount(aid: string): Iterable<L> {
    return this.#accounts.get(aid)?.listeners ?? [];
  }

  ofSession(sid: string): Iterable<L> {
    return this.#sessions.get(sid) ?? [];
  }

  /**
   * The listeners of a person of a tenant, of all people of the tenant, or of everyone, depending on which ids are
   * given. Sets and arrays, because a generator adds a tenth to the time in which an event reaches everyone.
   */
  matching({ tid, fid }: { readonly tid?: string; readonly fid?: string }): Iterable<L> {
    if (tid === undefined) return this.all();
    if (fid !== undefined) return this.#members.get(memberKey(tid, fid))?.listeners ?? [];
    return Array.from(this.#tenants.get(tid) ?? [], ({ listeners }) => [...listeners]).flat();
  }
}

const memberKey = (tid: string, fid: string) => JSON.stringify([tid, fid]);
const keysOf = (memberships: readonly Membership[]) =>
  memberships
    .map(({ tid, fid }) => memberKey(tid, fid))
    .toSorted()
    .join();
