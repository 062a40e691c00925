import type { ErrorCode } from '@sealflow/domain/errors';
import type { z } from 'zod';

/**
 * Who may make a call. Access is never public by default.
 * - `public`: no authentication.
 * - `account`: a signed-in account, with or without a tenant.
 * - `tenant`: a signed-in account that is an active member of the `{tid}` in the path.
 * - `file`: the bearer of a file-service token.
 * - `operator`: the operator's credential, issued at the first start; or an account with the operator role, on a session
 * that presented two factors within the last 12 hours.
 * - `{ right }`: a member of `{tid}` with that right, or with one of them; or the operator. With `deletedTenants` the
 * operator also reaches a deleted tenant, whose audit records remain.
 */
export type Access =
  | 'public'
  | 'account'
  | 'tenant'
  | 'file'
  | 'operator'
  | { readonly right: Right | readonly Right[]; readonly deletedTenants?: true };

/** Rights that calls require, spelt as in section 6 of the specification. */
export type Right = 'Administration/administration' | 'org_managment';

/** The declaration of one HTTP call: access, input, answer and errors. */
export interface Call {
  readonly summary: string;
  /** The host answers it even if the tenant has its own server: calls about keys and the account. */
  readonly home?: 'host';
  readonly access: Access;
  /**
   * The session must have presented its factors within the last 15 minutes, both if the account has an authenticator app or
   * the operator role. A function decides by the body. A credential of the operator has no session and is exempt.
   */
  readonly stepUp?: true | ((body: never) => boolean);
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The call takes a multipart form with one file, in this field. */
  readonly upload?: 'file1';
  /**
   * The JSON answer; `bytes` for a stream with ranges, `none` for 204, `events` for server-sent events, `lines` for
   * JSON lines.
   */
  readonly answer: z.ZodType | 'bytes' | 'none' | 'events' | 'lines';
  /** The answer has the header `ETag`, which covers these fields of `data`. */
  readonly entityTag?: readonly string[];
  /** The JSON answer is streamed: its size and duration are unlimited. */
  readonly streamed?: true;
  /** Codes in addition to those of `accessErrors`. */
  readonly errors: readonly ErrorCode[];
}

/** The name of a call: its method and path. `{name}` is a parameter. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** Declares calls with their exact types. */
export function declareCalls<const C extends Record<CallName, Call>>(calls: C): C {
  return calls;
}
