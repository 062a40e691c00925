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
};

export type Session =
  | { readonly phase: 'starting' }
  | { readonly phase: 'signedOut'; readonly notice: ApiError | null }
  /** Neither in nor out: the service did not answer what it takes to go on. */
  | { readonly phase: 'failed'; readonly error: ApiError; readonly stored: SignedIn | null }
  | { readonly phase: 'choosing'; readonly account: Account; readonly tenants: readonly TenantMembership[] }
  | SignedIn;

export const useSessionStore = create<{ readonly session: Session }>(() => ({
  session: { phase: 'starting' },
}));

export const currentTenant = (membership: TenantMembership): CurrentTenant => ({
  tid: membership.id,
  tname: membership.name,
  tlogo: membership.logo,
  tserviceAPI: membership.serviceAPI,
  tserviceVersion: membership.serviceVersion,
  fid: membership.user.fid,
  key: membership.mobileAppLicense.entKey.key,
});
