import type { CurrentUser, TenantMembership } from '@sealflow/contract';
import type { Platform } from '../index.ts';
import type { Account } from './session.store.ts';

/** What the device keeps beside the token, so that a start without a network still knows whose it is. */
export type StoredSession = {
  readonly account: Account;
  readonly tenants: readonly TenantMembership[];
  /** Whether the token is bound to this device's signing key, so that refreshing it takes a proof. */
  readonly bound: boolean;
  readonly user: { readonly tid: string; readonly user: CurrentUser } | null;
};

export type SessionStorage = ReturnType<typeof createSessionStorage>;

/** The stored session: token, expiry and person behind the secrets port, the chosen tenant among the preferences. */
export function createSessionStorage({ secrets, preferences }: Pick<Platform, 'secrets' | 'preferences'>) {
  const readSession = async (): Promise<StoredSession | null> => {
    const text = await secrets.get('session');
    return text === null ? null : (JSON.parse(text) as StoredSession);
  };
  return {
    token: () => secrets.get('token'),
    chosenTenant: () => preferences.get('tid'),
    async read() {
      const [token, expire, session] = await Promise.all([
        secrets.get('token'),
        secrets.get('expire'),
        readSession(),
      ]);
      return {
        token: session === null ? null : token,
        expire: expire === null ? null : Number(expire),
        session,
      };
    },
    async writeToken({ token, expire }: { readonly token: string; readonly expire: number }) {
      await secrets.set('token', token);
      await secrets.set('expire', String(expire));
    },
    writeSession: (session: StoredSession) => secrets.set('session', JSON.stringify(session)),
    async keepUser(tid: string, user: CurrentUser) {
      const session = await readSession();
      if (session) await secrets.set('session', JSON.stringify({ ...session, user: { tid, user } }));
    },
    async chooseTenant(tenant: { readonly tid: string; readonly tname: string }) {
      await preferences.set('tid', tenant.tid);
      await preferences.set('tname', tenant.tname);
    },
    async clear() {
      await Promise.all([secrets.remove('token'), secrets.remove('expire'), secrets.remove('session')]);
      await Promise.all([preferences.remove('tid'), preferences.remove('tname')]);
      await preferences.clear(['scroll:', 'recordCount:']);
    },
  };
}
