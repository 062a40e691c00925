import type { Access, Right } from '@sealflow/contract/schemas';

/** A signed-in account on one session. */
export interface AccountSession {
  readonly aid: string;
  readonly sid: string;
  /** The id of the presented token. */
  readonly jti: string;
  /** The registered device that the session is bound to, where there is one. */
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
}

/** Who acts where a right is asked: a member who holds it, or the operator. */
export type Actor =
  | {
      readonly kind: 'member';
      readonly tid: string;
      readonly session: AccountSession;
      readonly member: Member;
    }
  | { readonly kind: 'operator'; readonly tid: string; readonly operatorID: string };

/**
 * How a bearer is let in: `asked` of the database now, or `kept`, by what it said before where nothing has changed since (at
 * most a second goes by unnoticed, and that only while the database is out of reach).
 */
export type Admission = 'asked' | 'kept';

/** The tenant and the right that a call requires of its actor. */
export interface ActorAsk {
  readonly tid: string;
  readonly right: Right | readonly Right[];
  /** Whether the operator reaches a deleted tenant. */
  readonly deletedTenants?: boolean;
}

/**
 * Decides who a bearer is. Every method answers who it is or throws a `ServiceError`; `token` is undefined where the
 * request carries none. Without an admission it is `asked`.
 */
export interface Gate {
  account(token: string | undefined, admission?: Admission): Promise<AccountSession>;
  member(
    token: string | undefined,
    tid: string,
    admission?: Admission,
  ): Promise<{ session: AccountSession; member: Member; until?: number | null }>;
  file(token: string | undefined): Promise<FileBearer>;
  operator(token: string | undefined): Promise<Operator>;
  actor(token: string | undefined, ask: ActorAsk, admission?: Admission): Promise<Actor>;
}

/** What a handler learns about its caller, by the access its call declares. */
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
