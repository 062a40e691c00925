import type { Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountSession, Member } from './access.port.ts';

/** An authenticated caller. Until `until` only a change can end the admission; null: it must not be cached. */
export interface Admission {
  readonly session: AccountSession;
  readonly member: Member;
  readonly until?: number | null;
}

export interface CacheableCall<Answer> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Admission;
  /** The result of `begin` before the caller was authenticated: a change since then invalidates the answer. */
  readonly since: number | undefined;
  readonly answer: () => Promise<Answer>;
  /**
   * The tags that the answer depends on, in addition to those of the admission; called after `answer`. Undefined: this answer
   * is not cached.
   */
  readonly tagsOf: () => readonly string[] | undefined;
}

/** Cache for the answers to polling calls, valid while nothing that an answer depends on has changed. */
export interface ResponseCache {
  /** The moment of a call that begins now; undefined while nothing may be cached. */
  begin(): number | undefined;
  /** Answers the call and caches the answer if nothing it depends on changed meanwhile. @returns the body as sent. */
  respondAndCache<Answer>(answering: CacheableCall<Answer>): Promise<string | Buffer>;
  /** Answers from the cache before Fastify sees the request. A cache miss goes on to Fastify. */
  interceptRequests(server: Server): void;
  /** Disables the cache: while the server drains, each answer must carry `connection: close`. */
  disable(): void;
  /** Number of cache hits by the path of the call. */
  readonly hitsByRoute: ReadonlyMap<string, number>;
}
