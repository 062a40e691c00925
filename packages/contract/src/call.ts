import type { ErrorCode } from '@sealflow/domain/errors';
import type { z } from 'zod';

/**
 * Who may make a call. Nothing is open unless it says so.
 * - `public`: nobody needs to be signed in.
 * - `account`: a signed-in account, with or without a tenant.
 * - `tenant`: a signed-in account that is an active member of the `{tid}` in the path.
 * - `file`: the bearer of a file-service token.
 * - `operator`: the operator's credential, made at the first start.
 * - `{ right }`: a member of `{tid}` who holds that right, or one of them, or the operator. `deletedTenants`: the operator also
 *   reaches a deleted tenant, of which the audit records are left.
 */
export type Access =
  | 'public'
  | 'account'
  | 'tenant'
  | 'file'
  | 'operator'
  | { readonly right: Right | readonly Right[]; readonly deletedTenants?: true };

/** The rights that calls ask for, spelt as section 6 of the specification spells them. */
export type Right = 'Administration/administration' | 'org_managment';

/** One HTTP call: what goes in, what comes out, who may, and how it can fail. */
export interface Call {
  readonly summary: string;
  /** Answered by the host itself, also where the tenant has a server of its own: what is about keys and the account. */
  readonly home?: 'host';
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Takes a form (multipart) with one file, in this field. */
  readonly upload?: 'file1';
  /** The JSON answer; `bytes` for a stream with ranges, `none` for 204, `events` for server-sent events, `lines` for JSON by the line. */
  readonly answer: z.ZodType | 'bytes' | 'none' | 'events' | 'lines';
  /** The JSON answer is sent while it is read: its size and its time have no limit. */
  readonly streamed?: true;
  /** The codes that this call adds to those every call of its access can fail with. */
  readonly errors: readonly ErrorCode[];
}

/** The name of a call: its method and its path, `{name}` standing for a parameter. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/**
 * Declares calls; keeps each one's exact types.
 * @param calls - the calls by name.
 * @returns the same calls.
 */
export function declareCalls<const C extends Record<CallName, Call>>(calls: C): C {
  return calls;
}
