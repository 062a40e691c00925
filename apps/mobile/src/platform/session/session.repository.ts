import type { CurrentUser, TenantMembership } from '@sealflow/contract';
import type { Platform } from '../index.ts';
import type { Account, CurrentTenant } from './session.store.ts';

/** Stored data of a session besides the token, so that a start without a network knows the account. */
export type StoredSession = {
  readonly account: Account;
  readonly tenants: readonly TenantMembership[];
  /** Whether the token is bound to this device's signing key, so that a refresh needs a proof. */
  readonly bound: boolean;
  readonly user: { readonly tid: string; readonly user: CurrentUser } | null;
  /** The name that the user signed in with. */
  readonly name?: string | null;
};

export type SessionStorage = ReturnType<typeof createSessionStorage>;

/** Data of an interrupted write or an older build counts as no session. */
function parseSession(text: string | null): StoredSession | null {
  try {
    return text === null ? null : (JSON.parse(text) as StoredSession | null);
  } catch {
    return null;
  }
}

/** The stored session: token, expiry and user in the secrets port, the chosen tenant in the preferences. */
export function createSessionStorage({ secrets, preferences }: Pick<Platform, 'secrets' | 'preferences'>) {
  const readSession = async () => parseSession(await secrets.get('session'));
  const changeSession = async (change: Partial<StoredSession>) => {
    const session = await readSession();
    if (session) await secrets.set('session', JSON.stringify({ ...session, ...change }));
  };
  return {
    token: () => secrets.get('token'),
    chosenTenant: () => preferences.get('tid'),
    async read() {
      const [token, expire, text] = await Promise.all([
        secrets.get('token'),
        secrets.get('expire'),
        secrets.get('session'),
      ]);
      const session = parseSession(text);
      return {
        isEmpty: token === null && expire === null && text === null,
        token: session === null ? null : token,
        expire: expire === null ? null : Number(expire),
        session,
      };
    },
    /** The token, and whether a call with it needs the device's proof. */
    async tokenForProof() {
      const { token, session } = await this.read();
      return { token: token ?? '', bound: token !== null && session?.bound === true };
    },
    async writeToken({ token, expire }: { readonly token: string; readonly expire: number }) {
      await secrets.set('token', token);
      await secrets.set('expire', String(expire));
    },
    async writeSession(session: StoredSession) {
      // First, so that no start shows the form of the document while a session is stored.
      await preferences.remove('signedOut');
      await secrets.set('session', JSON.stringify(session));
    },
    /** Lets the next start show the form of the document at once. */
    markSignedOut: () => preferences.set('signedOut', 'true'),
    storeUser: (tid: string, user: CurrentUser) => changeSession({ user: { tid, user } }),
    storeAccount: (account: Account) => changeSession({ account }),
    storeTenants: (tenants: readonly TenantMembership[]) => changeSession({ tenants }),
    async chooseTenant({ tid, tname }: Pick<CurrentTenant, 'tid' | 'tname'>) {
      await preferences.set('tid', tid);
      await preferences.set('tname', tname);
    },
    async clearTenant() {
      await Promise.all([preferences.remove('tid'), preferences.remove('tname')]);
    },
    /** Deletes the session on the device. Drafts of forms stay after an involuntary end. */
    async clear({ drafts }: { readonly drafts: boolean }) {
      await Promise.all([secrets.remove('token'), secrets.remove('expire'), secrets.remove('session')]);
      await this.clearPreferences({ drafts });
    },
    async clearPreferences({ drafts }: { readonly drafts: boolean }) {
      await this.clearTenant();
      // Whether a password was set concerns the account that signs out, not the next one.
      if (drafts) await preferences.remove('haveResetPwd');
      await preferences.clear(drafts ? ['scroll:', 'recordCount:', 'draft:'] : ['scroll:', 'recordCount:']);
    },
    /** The account whose documents are being deleted; null for none. */
    wipingAccount: () => secrets.get('wipe'),
    markWiping: (aid: string) => secrets.set('wipe', aid),
    clearWiping: () => secrets.remove('wipe'),
  };
}
