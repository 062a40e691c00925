import type { Access, Right } from '@sealflow/contract/schemas';

/** A signed-in account on one session. */
export interface AccountSession {
  readonly aid: string;
  readonly sid: string;
  /** The id of the presented token. */
  readonly jti: string;
  /** The registered device that the session is bound to; null if there is none. */
  readonly device: { readonly id: string; readonly thumbprint: string } | null;
}

/** The account as a member of the tenant in the path. */
export interface Member {
  readonly tid: string;
  readonly fid: string;
  readonly name: string;
  readonly rights: readonly string[];
  readonly deny: readonly string[];
}

/** The holder of a file-service token: one person of one tenant. */
export interface FileBearer {
  readonly aid: string;
  readonly tid: string;
  readonly fid: string;
}

export interface Operator {
  readonly operatorID: string;
  /** The account of an operator that is a person; undefined for a credential. */
  readonly aid?: string;
}

/** The caller of a call that requires a right: a member who has it, or the operator. */
export type Actor =
  | {
      readonly kind: 'member';
      readonly tid: string;
      readonly session: AccountSession;
      readonly member: Member;
    }
  | ({ readonly kind: 'operator'; readonly tid: string } & Operator);

/**
 * How recent an authentication must be: `fresh` queries the database now; `cached` may use an earlier result if nothing has
 * changed since. A change goes unnoticed for a second at most, and only while the database is unreachable.
 */
export type AuthFreshness = 'fresh' | 'cached';

/** The tenant and the right that a call requires of its actor. */
export interface ActorRequirement {
  readonly tid: string;
  readonly right: Right | readonly Right[];
  /** Whether the operator reaches a deleted tenant. */
  readonly deletedTenants?: boolean;
}

/**
 * Authenticates the bearer of a token. Every method returns the caller or throws a `ServiceError`. `token` is undefined if the
 * request has none. The freshness is `fresh` by default.
 */
export interface Authenticator {
  account(token: string | undefined, freshness?: AuthFreshness): Promise<AccountSession>;
  member(
    token: string | undefined,
    tid: string,
    freshness?: AuthFreshness,
  ): Promise<{ session: AccountSession; member: Member; until?: number | null }>;
  file(token: string | undefined): Promise<FileBearer>;
  operator(token: string | undefined): Promise<Operator>;
  actor(token: string | undefined, requirement: ActorRequirement, freshness?: AuthFreshness): Promise<Actor>;
  /** Asserts that the session presented its factors lately. A credential of the operator has no session and is exempt. */
  assertSteppedUp(token: string | undefined): Promise<void>;
}

/** The caller as the handler receives it, depending on the declared access of the call. */
export type Caller<A extends Access> = A extends 'public'
  ? unknown
  : A extends 'account'
    ? { readonly session: AccountSession }
    : A extends 'tenant'
      ? { readonly session: AccountSession; readonly member: Member }
      : A extends 'file'
        ? { readonly bearer: FileBearer }
        : A extends 'operator'
          ? { readonly operator: Operator }
          : { readonly actor: Actor };
