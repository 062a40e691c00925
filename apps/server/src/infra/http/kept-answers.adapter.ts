import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { FreshCache, Kept } from '../changes/fresh-cache.adapter.ts';
import type { Clock } from '../clock/clock.port.ts';
import type { AccountSession, Member } from './access.port.ts';

/** A whole answer, as it went out. */
export interface KeptAnswer {
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: string;
  /** Milliseconds since 1970, by the clock of the service: from then on it has to be asked again. */
  readonly until: number;
}

/** Who was let in, and until when nothing but a change can end that; null where it is to be asked again. */
export interface LetIn {
  readonly session: AccountSession;
  readonly member: Member;
  readonly until?: number | null;
}

/** Answers to what everybody asks again and again, given out while nothing that they hang on has changed. */
export interface KeptAnswers {
  readonly cache: FreshCache<KeptAnswer>;
  /** The names of what an admission hangs on. */
  readonly tagsOf: (caller: LetIn) => readonly string[];
  readonly clock: Clock;
}

/**
 * The token is in the key: what is found was answered to whoever holds it. The origin is there for the headers that
 * allow it to read.
 */
function keyOf({ url = '', headers }: FastifyRequest['raw']): string {
  return `${url}\n${headers.authorization}\n${headers.origin ?? ''}`;
}

/** Answers by what is kept, before anything is asked or read; whatever is not found goes its whole way. */
export function answerKept({ cache, clock }: KeptAnswers): onRequestHookHandler {
  return (request, reply, done) => {
    const kept = cache.get(keyOf(request.raw));
    // An answer that ends its connection says so in a header of its own.
    if (!kept || kept.until <= clock() || reply.hasHeader('connection')) return done();
    reply.hijack();
    reply.raw.writeHead(200, kept.headers).end(kept.body);
  };
}

export interface Answering<Answer> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Lets the caller in once more: a change since the first time is told to this reading. */
  readonly letIn: () => Promise<LetIn>;
  readonly answer: () => Promise<Answer>;
  /** The names of what the answer hangs on beside the admission. */
  readonly tags: readonly string[];
}

/** Answers, and keeps the answer where nothing it hangs on changed meanwhile. @returns the body as it is sent. */
export function keepAnswer<Answer>(
  { cache, tagsOf }: KeptAnswers,
  { request, reply, letIn, answer, tags }: Answering<Answer>,
): Promise<string> {
  const read = async () => {
    const caller = await letIn();
    // Of an object, always a text.
    const body = reply.serialize(await answer()) as string;
    return { caller, body };
  };
  return cache
    .read(keyOf(request.raw), read, ({ caller, body }): Kept<KeptAnswer> | undefined => {
      if (typeof caller.until !== 'number') return undefined;
      const headers = {
        ...(reply.getHeaders() as KeptAnswer['headers']),
        'content-type': contentType,
        'content-length': Buffer.byteLength(body),
      };
      return { value: { headers, body, until: caller.until }, tags: [...tagsOf(caller), ...tags] };
    })
    .then(({ body }) => {
      reply.header('content-type', contentType);
      return body;
    });
}

const contentType = 'application/json; charset=utf-8';
