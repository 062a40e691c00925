import { hash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FreshCache, Kept } from '../changes/fresh-cache.adapter.ts';
import type { Clock } from '../clock/clock.port.ts';
import type { AccountSession, Member } from './access.port.ts';

/** A complete answer, as it was sent. */
interface WholeAnswer {
  /** The declared path of the call. */
  readonly route: string;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: string;
}

export interface KeptAnswer {
  /** Equal answers share one object: most cached answers are small counts, requested by very many people. */
  readonly answer: WholeAnswer;
  /** Milliseconds since 1970, by the clock of the service. The entry is invalid from then on. */
  readonly until: number;
}

/** An authenticated caller. Until `until` only a change can end the admission; null: it must not be cached. */
export interface LetIn {
  readonly session: AccountSession;
  readonly member: Member;
  readonly until?: number | null;
}

export interface KeptAnswersOptions {
  readonly cache: FreshCache<KeptAnswer>;
  /** The tags that an admission depends on. */
  readonly tagsOf: (caller: LetIn) => readonly string[];
  readonly clock: Clock;
}

export interface Answering<Answer> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Authenticates the caller again, so that a change since the first time invalidates this read. */
  readonly letIn: () => Promise<LetIn>;
  readonly answer: () => Promise<Answer>;
  /** The tags that the answer depends on, in addition to those of the admission. */
  readonly tags: readonly string[];
}

/** Cache for the answers to polling calls, valid while nothing that an answer depends on has changed. */
export interface KeptAnswers {
  /** Answers the call and caches the answer if nothing it depends on changed meanwhile. @returns the body as sent. */
  keep<Answer>(answering: Answering<Answer>): Promise<string>;
  /** Answers from the cache before Fastify sees the request. A cache miss goes on to Fastify. */
  answerFirst(server: Server): void;
  /** Disables the cache: while the server drains, each answer must carry `connection: close`. */
  end(): void;
  /** Number of cache hits by the path of the call. */
  readonly given: ReadonlyMap<string, number>;
}

const contentType = 'application/json; charset=utf-8';

/**
 * The key of a request. It covers the token, so that an answer is only sent to the caller it was made for, and the origin,
 * which determines the CORS headers. The digest takes a tenth of the memory; there is one for every polling client.
 */
function keyOf({ url, headers }: IncomingMessage): string {
  return hash('sha256', `${url}\n${headers.authorization}\n${headers.origin}`, 'base64');
}

/** Distinct answers interned at once. Most answers are small counts, so that few are distinct. */
const mostDifferent = 1000;

/** Creates a function that returns one shared object for equal answers. */
function oneForAll(): (answer: WholeAnswer) => WholeAnswer {
  const known = new Map<string, WholeAnswer>();
  return (answer) => {
    const words = JSON.stringify(answer);
    const found = known.get(words);
    if (found) return found;
    if (known.size >= mostDifferent) known.clear();
    known.set(words, answer);
    return answer;
  };
}

export function keepAnswers({ cache, tagsOf, clock }: KeptAnswersOptions): KeptAnswers {
  const given = new Map<string, number>();
  const same = oneForAll();
  let hasEnded = false;

  const giveOut = (kept: KeptAnswer | undefined, response: ServerResponse): boolean => {
    if (!kept || hasEnded || kept.until <= clock()) return false;
    const { route, headers, body } = kept.answer;
    given.set(route, (given.get(route) ?? 0) + 1);
    response.writeHead(200, headers).end(body);
    return true;
  };
  /** @returns whether the request was answered; a promise while the change feed has to catch up first. */
  const answer = (request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> => {
    if (request.method !== 'GET' || hasEnded) return false;
    const key = keyOf(request);
    const kept = cache.get(key);
    if (kept) return giveOut(kept, response);
    return cache.soon(key)?.then((soon) => giveOut(soon, response)) ?? false;
  };

  return {
    given,
    end: () => {
      hasEnded = true;
    },
    answerFirst(server) {
      const listeners = server.listeners('request') as ((
        ...asked: [IncomingMessage, ServerResponse]
      ) => void)[];
      server.removeAllListeners('request');
      const passOn = (request: IncomingMessage, response: ServerResponse) => {
        for (const listen of listeners) listen(request, response);
      };
      server.on('request', (request, response) => {
        const answered = answer(request, response);
        if (answered === false) passOn(request, response);
        else if (answered !== true)
          void answered.then((isAnswered) => isAnswered || passOn(request, response));
      });
    },
    async keep({ request, reply, letIn, answer: answerOf, tags }) {
      const read = async () => {
        const caller = await letIn();
        // The serializer returns a string for every object.
        const body = reply.serialize(await answerOf()) as string;
        return { caller, body };
      };
      const { url: route = '' } = request.routeOptions;
      const keep = ({ caller, body }: { caller: LetIn; body: string }): Kept<KeptAnswer> | undefined => {
        if (typeof caller.until !== 'number') return undefined;
        // Node adds the current date to each answer.
        const { date: _, ...undated } = reply.getHeaders() as WholeAnswer['headers'];
        const headers = {
          ...undated,
          'content-type': contentType,
          'content-length': Buffer.byteLength(body),
        };
        const value = { answer: same({ route, headers, body }), until: caller.until };
        return { value, tags: [...tagsOf(caller), ...tags] };
      };
      const { body } = await cache.read(keyOf(request.raw), read, keep);
      reply.header('content-type', contentType);
      return body;
    },
  };
}
