import { hash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FreshCache, Kept } from '../changes/fresh-cache.adapter.ts';
import type { Clock } from '../clock/clock.port.ts';
import type { AccountSession, Member } from './access.port.ts';

/** A whole answer, as it went out. */
interface WholeAnswer {
  /** The call's path as it is declared. */
  readonly route: string;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: string;
}

export interface KeptAnswer {
  /** One object for all who were answered the same: there are few numbers, and very many people. */
  readonly answer: WholeAnswer;
  /** Milliseconds since 1970, by the clock of the service: from then on it has to be asked again. */
  readonly until: number;
}

/** Who was let in, and until when nothing but a change can end that; null where it is to be asked again. */
export interface LetIn {
  readonly session: AccountSession;
  readonly member: Member;
  readonly until?: number | null;
}

export interface KeptAnswersOptions {
  readonly cache: FreshCache<KeptAnswer>;
  /** The names of what an admission hangs on. */
  readonly tagsOf: (caller: LetIn) => readonly string[];
  readonly clock: Clock;
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

/** Answers to what everybody asks again and again, given out while nothing that they hang on has changed. */
export interface KeptAnswers {
  /** Answers, and keeps the answer where nothing it hangs on changed meanwhile. @returns the body as it is sent. */
  keep<Answer>(answering: Answering<Answer>): Promise<string>;
  /** Gives out what is kept before anything else is looked at; what is not found goes its whole way. */
  answerFirst(server: Server): void;
  /** Nothing is given out any more: a server that ends has to say so in each answer. */
  end(): void;
  /** How many answers were given out, by the call's path. */
  readonly given: ReadonlyMap<string, number>;
}

const contentType = 'application/json; charset=utf-8';

/**
 * The token is in the key: what is found was answered to whoever holds it. The origin is there for the headers that
 * allow it to read. Its digest is a tenth as long, and there is one for everybody who polls.
 */
function keyOf({ url, headers }: IncomingMessage): string {
  return hash('sha256', `${url}\n${headers.authorization}\n${headers.origin}`, 'base64');
}

/** Different answers remembered at once; they are numbers, and most people have few to do. */
const mostDifferent = 1000;

/** Finds the one object for what is answered in the same words. */
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
  /** @returns whether it is answered; later, where that hangs on the feed of changes. */
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
        // Of an object, always a text.
        const body = reply.serialize(await answerOf()) as string;
        return { caller, body };
      };
      const { url: route = '' } = request.routeOptions;
      const keep = ({ caller, body }: { caller: LetIn; body: string }): Kept<KeptAnswer> | undefined => {
        if (typeof caller.until !== 'number') return undefined;
        // Each answer has the date of its own moment.
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
