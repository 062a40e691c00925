import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Admission, ResponseCache } from '../http/response-cache.port.ts';
import { compressBody, preferredEncoding } from './body-encoding.util.ts';
import { type EntryKey, entryKeyOf } from './entry-table.util.ts';
import type { Tagged, TaggedCache } from './tagged-cache.util.ts';

/** A complete answer, as it was sent. Equal counts share one object, because very many people have the same count. */
export interface CachedResponse {
  /** The declared path of the call. */
  readonly route: string;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: string | Buffer;
}

export interface ResponseCacheOptions {
  /** Small answers, which many callers have in common. */
  readonly counts: TaggedCache<CachedResponse>;
  /** Larger answers. Both caches have the same record of changed tags. */
  readonly pages: TaggedCache<CachedResponse>;
  /** The tags that an admission depends on. */
  readonly tagsOf: (caller: Admission) => readonly string[];
}

const contentType = 'application/json; charset=utf-8';

const cacheKey = Symbol('key of the response cache');

/**
 * The key of a request. It covers the token, so that an answer is only sent to the caller it was made for, the origin,
 * which determines the CORS headers, and the encoding. The request keeps it, because a miss needs it for the lookup and for the entry.
 */
function keyOf(request: IncomingMessage & { [cacheKey]?: EntryKey }): EntryKey {
  const { url, headers } = request;
  return (request[cacheKey] ??= entryKeyOf(
    `${url}\n${headers.authorization}\n${headers.origin}\n${preferredEncoding(headers) ?? ''}`,
  ));
}

/** Answers with longer bodies are pages, which are hardly ever equal for two callers. */
const maxCountLength = 200;
const maxPageBytes = 10_000;

/** Shared counts at once, and those with one body, which differ in their headers only: in those for an origin, for example. */
const maxSharedBodies = 1000;
const maxVariants = 8;

/** The `Vary` header of a compressed answer. */
function varyOf(reply: FastifyReply): string {
  return [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
}

export function createResponseCache({ counts, pages, tagsOf }: ResponseCacheOptions): ResponseCache {
  const hitsByRoute = new Map<string, number>();
  const shareCount = createCountSharing();
  let isDisabled = false;

  const serveCached = (cached: CachedResponse | undefined, response: ServerResponse): boolean => {
    if (!cached || isDisabled) return false;
    const { route, headers, body } = cached;
    hitsByRoute.set(route, (hitsByRoute.get(route) ?? 0) + 1);
    response.writeHead(200, headers).end(body);
    return true;
  };
  /** @returns whether the request was answered; a promise while the change feed has to catch up first. */
  const answer = (request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> => {
    if (request.method !== 'GET' || isDisabled) return false;
    const key = keyOf(request);
    const cached = counts.get(key) ?? pages.get(key);
    if (cached) return serveCached(cached, response);
    const refreshing = counts.getWhenCurrent(key) ?? pages.getWhenCurrent(key);
    return refreshing?.then((refreshed) => serveCached(refreshed, response)) ?? false;
  };

  return {
    begin: () => counts.begin(),
    hitsByRoute,
    disable: () => {
      isDisabled = true;
    },
    interceptRequests(server) {
      const listeners = server.listeners('request') as ((
        ...args: [IncomingMessage, ServerResponse]
      ) => void)[];
      server.removeAllListeners('request');
      const forwardToFastify = (request: IncomingMessage, response: ServerResponse) => {
        for (const listen of listeners) listen(request, response);
      };
      server.on('request', (request, response) => {
        const answered = answer(request, response);
        if (answered === false) forwardToFastify(request, response);
        else if (answered !== true)
          void answered.then((isAnswered) => isAnswered || forwardToFastify(request, response));
      });
    },
    async respondAndCache({ request, reply, caller, since, answer: answerOf, tagsOf: tagsOfAnswer }) {
      const { url: route = '' } = request.routeOptions;
      // The serializer returns a string for every object.
      const text = reply.serialize(await answerOf()) as string;
      const encoding = preferredEncoding(request.headers);
      const compressed = encoding && compressBody(text, encoding);
      if (compressed) reply.header('content-encoding', encoding).header('vary', varyOf(reply));
      reply.header('content-type', contentType);
      const isCount = text.length <= maxCountLength;
      // As bytes, a page is outside the heap and is not encoded for each answer.
      const body = compressed ?? (isCount ? text : Buffer.from(text));
      const contentLength = Buffer.byteLength(body);
      const toTagged = (): Tagged<CachedResponse> | undefined => {
        const answerTags = tagsOfAnswer();
        if (typeof caller.until !== 'number' || !answerTags || contentLength > maxPageBytes) return undefined;
        const answered = { route, headers: reply.getHeaders() as CachedResponse['headers'], body };
        const value = isText(answered) ? shareCount(answered) : toCachedResponse(answered);
        return { value, tags: [...tagsOf(caller), ...answerTags], until: caller.until };
      };
      const cache = isCount ? counts : pages;
      if (since !== undefined) cache.store(keyOf(request.raw), toTagged(), since);
      return body;
    },
  };
}

/** Node adds the current date to each answer. */
function toCachedResponse({ route, headers, body }: CachedResponse): CachedResponse {
  const { date: _, ...undated } = headers;
  return { route, headers: { ...undated, 'content-length': Buffer.byteLength(body) }, body };
}

type TextResponse = CachedResponse & { readonly body: string };

/** Pages and compressed answers are bytes. */
const isText = (response: CachedResponse): response is TextResponse => typeof response.body === 'string';

/** Returns one shared answer for equal ones. Very many people have the same count, so a comparison is cheaper than a key of all headers. */
function createCountSharing(): (answered: TextResponse) => CachedResponse {
  const variantsByBody = new Map<string, CachedResponse[]>();
  return (answered) => {
    const key = `${answered.route}\n${answered.body}`;
    const variants = variantsByBody.get(key) ?? [];
    const shared = variants.find(({ headers }) => hasHeaders(headers, answered.headers));
    if (shared) return shared;
    const value = toCachedResponse(answered);
    if (variants.length === 0 && variantsByBody.size >= maxSharedBodies) variantsByBody.clear();
    variantsByBody.set(key, [value, ...variants.slice(0, maxVariants - 1)]);
    return value;
  };
}

/** Whether the headers of a shared answer are these and the length of the body. */
function hasHeaders(shared: CachedResponse['headers'], headers: CachedResponse['headers']): boolean {
  let count = 0;
  for (const name in headers) {
    if (name === 'date') continue;
    if (headers[name] !== shared[name]) return false;
    count += 1;
  }
  return count + 1 === Object.keys(shared).length;
}
