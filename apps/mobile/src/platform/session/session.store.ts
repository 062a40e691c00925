import type { CurrentUser, TenantMembership } from '@sealflow/contract';
import type { Tab } from '@sealflow/domain/tabs';
import { create } from 'zustand';
import { hydratedWithCurrent } from '../../i18n/hydration.util.ts';
import type { ApiError } from '../api/index.ts';

export type Account = {
  readonly aid: string;
  readonly mobileNo: string | null;
  readonly email: string | null;
};

/** The current tenant, with the field names of specification section 3. */
export type CurrentTenant = {
  readonly tid: string;
  readonly tname: string;
  readonly tlogo: string | null;
  readonly tserviceAPI: string | null;
  readonly tserviceVersion: string;
  /** The user's object id in this tenant. */
  readonly fid: string;
  /** The licence key id that identifies this tenant's documents. */
  readonly key: string;
};

export type SignedIn = {
  readonly phase: 'signedIn';
  readonly account: Account;
  readonly tenants: readonly TenantMembership[];
  /** Null for an account without a tenant (role others). */
  readonly tenant: CurrentTenant | null;
  readonly user: CurrentUser | null;
  /** The bottom tabs of the user's roles; the first is opened at the start. */
  readonly tabs: readonly Tab[];
  /** False if the service's answer contained no rights: nothing that needs one is shown (section 6). */
  readonly rightsReadable: boolean;
};

/** Identity kept after an involuntary sign-out, so that the user can resume with the password alone. */
export type ExpiredSession = {
  readonly aid: string;
  /** The name they signed in with; null if the device did not store it. */
  readonly name: string | null;
  readonly tid: string | null;
};

export type ChoosingTenant = {
  readonly phase: 'choosing';
  readonly account: Account;
  readonly tenants: readonly TenantMembership[];
};

export type Session =
  | { readonly phase: 'starting' }
  | { readonly phase: 'signedOut'; readonly notice: ApiError | null; readonly expired: ExpiredSession | null }
  /** Neither signed in nor out: the service did not answer a required call. */
  | {
      readonly phase: 'failed';
      readonly error: ApiError;
      /** The session that stored data allows meanwhile. */
      readonly stored: SignedIn | null;
      /** The organisations to choose from, if there are several and the chosen one fails. */
      readonly choices: ChoosingTenant | null;
    }
  | ChoosingTenant
  | SignedIn;

type SessionState = { readonly session: Session };

export const useSessionStore = create<SessionState>(
  hydratedWithCurrent<SessionState>(() => ({ session: { phase: 'starting' } })),
);

export const setSession = (session: Session): void => useSessionStore.setState({ session });
export const currentSession = (): Session => useSessionStore.getState().session;

export const currentTenant = (membership: TenantMembership): CurrentTenant => ({
  tid: membership.id,
  tname: membership.name,
  tlogo: membership.logo,
  tserviceAPI: membership.serviceAPI,
  tserviceVersion: membership.serviceVersion,
  fid: membership.user.fid,
  key: membership.mobileAppLicense.entKey.key,
});
