import type { CallId } from '@sealflow/contract';
import { deviceProof } from './device-proof.usecases.ts';
import { createSessionStorage } from './session.repository.ts';
import { type Account, currentSession, setSession } from './session.store.ts';
import type { SessionDeps, SessionModuleDeps } from './session.types.ts';
import { createSessionEnd } from './session-end.usecases.ts';
import { createSessionEntry } from './session-entry.usecases.ts';
import { createSessionRefresh } from './session-refresh.usecases.ts';
import { type ProofHeaders, withProof } from './token-requests.client.ts';

export type SessionActions = ReturnType<typeof createSession>;

/** Sign-in, refresh and sign-out by sections 4 and 8 of the specification. */
export function createSession(deps: SessionDeps) {
  const storage = createSessionStorage(deps.platform);
  let generation = 0;
  const beginOperation = () => {
    generation += 1;
    const ownGeneration = generation;
    return () => ownGeneration === generation;
  };
  const moduleDeps: SessionModuleDeps = { deps, storage, beginOperation };
  const sessionEnd = createSessionEnd(moduleDeps);
  const entry = createSessionEntry(moduleDeps, sessionEnd);
  const refresh = createSessionRefresh(moduleDeps, sessionEnd, entry);

  /** Stores the account's new phone number after the service has changed it. */
  async function storeMobileNo(mobileNo: string): Promise<void> {
    const session = currentSession();
    if (session.phase !== 'signedIn') return;
    const account: Account = { ...session.account, mobileNo };
    await storage.storeAccount(account);
    setSession({ ...session, account });
  }

  /** Makes a call with the device's proof in addition to the token. */
  const callWithTokenAndProof = <T>(name: CallId, call: (headers: ProofHeaders) => Promise<T>): Promise<T> =>
    withProof(deps, { name, boundToken: () => storage.tokenForProof() }, call);

  /** Makes a call without a session, with this device's proof if it has keys: the service identifies it by them. */
  const callWithProof = async <T>(name: CallId, call: (headers: ProofHeaders) => Promise<T>): Promise<T> => {
    const dpop = await deviceProof(deps, name);
    return call(dpop === undefined ? {} : { dpop });
  };

  const { signOut, signInAgain, onFailure } = sessionEnd;
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
    storeMobileNo,
    callWithTokenAndProof,
    callWithProof,
    token: storage.token,
  };
}
