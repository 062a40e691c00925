import type { CurrentUser, TenantMembership } from '@sealflow/contract';
import type { Tab } from '@sealflow/domain/tabs';
import { create } from 'zustand';
import type { ApiError } from '../api/index.ts';

export type Account = {
  readonly aid: string;
  readonly mobileNo: string | null;
  readonly email: string | null;
};

/** The tenant one works in, with the field names of specification section 3. */
export type CurrentTenant = {
  readonly tid: string;
  readonly tname: string;
  readonly tlogo: string | null;
  readonly tserviceAPI: string | null;
  readonly tserviceVersion: string;
  /** The person's user object id in this tenant. */
  readonly fid: string;
  /** The licence key that tells this tenant's documents. */
  readonly key: string;
};

export type SignedIn = {
  readonly phase: 'signedIn';
  readonly account: Account;
  readonly tenants: readonly TenantMembership[];
  /** Null for an account without a tenant (role others). */
  readonly tenant: CurrentTenant | null;
  readonly user: CurrentUser | null;
  /** The bottom tabs of the person's roles; the first is where one lands. */
  readonly tabs: readonly Tab[];
  /** False where the service's answer named no rights: nothing that needs one is shown (section 6). */
  readonly rightsReadable: boolean;
};

/** Whose session ended by itself, so that the same person signs in with a password alone and goes on. */
export type Left = {
  readonly aid: string;
  /** What they signed in with; null where the device did not keep it. */
  readonly name: string | null;
  readonly tid: string | null;
};

export type Choosing = {
  readonly phase: 'choosing';
  readonly account: Account;
  readonly tenants: readonly TenantMembership[];
};

export type Session =
  | { readonly phase: 'starting' }
  | { readonly phase: 'signedOut'; readonly notice: ApiError | null; readonly left: Left | null }
  /** Neither in nor out: the service did not answer what it takes to go on. */
  | {
      readonly phase: 'failed';
      readonly error: ApiError;
      /** What the device could show by itself meanwhile. */
      readonly stored: SignedIn | null;
      /** The organisations to choose from, where there are several and it is the chosen one that fails. */
      readonly choices: Choosing | null;
    }
  | Choosing
  | SignedIn;

export const useSessionStore = create<{ readonly session: Session }>(() => ({
  session: { phase: 'starting' },
}));

export const showSession = (session: Session): void => useSessionStore.setState({ session });
export const shownSession = (): Session => useSessionStore.getState().session;

export const currentTenant = (membership: TenantMembership): CurrentTenant => ({
  tid: membership.id,
  tname: membership.name,
  tlogo: membership.logo,
  tserviceAPI: membership.serviceAPI,
  tserviceVersion: membership.serviceVersion,
  fid: membership.user.fid,
  key: membership.mobileAppLicense.entKey.key,
});
