import type { CallId } from '@sealflow/contract';
import { deviceProof } from './device-proof.ts';
import { createSessionStorage } from './session.storage.ts';
import { type Account, shownSession, showSession } from './session.store.ts';
import type { SessionDeps, SessionParts } from './session.types.ts';
import { createEntry } from './session-entry.usecases.ts';
import { createLeaving } from './session-leaving.usecases.ts';
import { createRefresh } from './session-refresh.usecases.ts';
import { type ProofHeaders, withProof } from './token-requests.ts';

export type SessionActions = ReturnType<typeof createSession>;

/** Sign-in, refresh and sign-out by sections 4 and 8 of the specification. */
export function createSession(deps: SessionDeps) {
  const storage = createSessionStorage(deps.platform);
  let turn = 0;
  const begin = () => {
    turn += 1;
    const mine = turn;
    return () => mine === turn;
  };
  const parts: SessionParts = { deps, storage, begin };
  const leaving = createLeaving(parts);
  const entry = createEntry(parts, leaving);
  const refresh = createRefresh(parts, leaving, entry);

  /** Stores the account's new phone number after the service has changed it. */
  async function keepMobileNo(mobileNo: string): Promise<void> {
    const session = shownSession();
    if (session.phase !== 'signedIn') return;
    const account: Account = { ...session.account, mobileNo };
    await storage.keepAccount(account);
    showSession({ ...session, account });
  }

  /** Makes a call with the device's proof in addition to the token. */
  const byDevice = <T>(name: CallId, call: (headers: ProofHeaders) => Promise<T>): Promise<T> =>
    withProof(deps, { name, held: () => storage.held() }, call);

  /** Makes a call without a session, with this device's proof if it has keys: the service identifies it by them. */
  const asDevice = async <T>(name: CallId, call: (headers: ProofHeaders) => Promise<T>): Promise<T> => {
    const dpop = await deviceProof(deps, name);
    return call(dpop === undefined ? {} : { dpop });
  };

  const { signOut, signInAgain, onFailure } = leaving;
  const { signIn, chooseTenant, chooseAnother, addTenant } = entry;
  return {
    ...refresh,
    signIn,
    chooseTenant,
    chooseAnother,
    addTenant,
    signOut,
    signInAgain,
    onFailure,
    keepMobileNo,
    byDevice,
    asDevice,
    token: storage.token,
  };
}
