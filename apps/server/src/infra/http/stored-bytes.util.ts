import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors/service.errors.ts';
import type { ObjectStore } from '../objects/objects.port.ts';
import { isNotModified, resolveRange } from './byte-range.rules.ts';
import { untrustedContentPolicy } from './security-headers.middleware.ts';

/** Metadata of a stored file, for its response headers. */
export interface StoredBytes {
  name: string;
  size: number;
  mimeType: string;
  sha256: string;
  /** Milliseconds since 1970. */
  createAt: number;
  objectKey: string;
}

export interface SendContext {
  objects: ObjectStore;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Sends a stored file or a range of it, with the headers that a client needs to resume the download or to revalidate its
 * copy (RFC 9110, sections 13 and 14). The caller sets `cache-control`.
 * @throws ServiceError `file.range_not_satisfiable`.
 */
export async function sendStoredFile(
  file: StoredBytes,
  { objects, request, reply }: SendContext,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  // HTTP dates have whole seconds.
  const modifiedAt = new Date(Math.floor(file.createAt / 1000) * 1000);
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('last-modified', modifiedAt.toUTCString());
  const { range: rangeHeader, 'if-range': ifRange } = request.headers;
  if (isNotModified(request.headers, { etag, modifiedAt })) return reply.code(304).send();
  // Section 14.2: `Range` applies to GET only.
  const range = resolveRange({
    range: request.method === 'GET' ? rangeHeader : undefined,
    ifRange: ifRange?.toString(),
    size: file.size,
    etag,
    modifiedAt,
  });
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`);
    throw new ServiceError('file.range_not_satisfiable');
  }
  const { start, end } = range === 'whole' ? { start: 0, end: file.size } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.size}`);
  reply
    // A file is only classified as plain text if it is UTF-8.
    .type(file.mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : file.mimeType)
    .header('content-length', end - start)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeRfc5987(file.name)}`)
    .header('content-security-policy', untrustedContentPolicy);
  if (request.method === 'HEAD' || start === end) return reply.send(Readable.from([]));
  return reply.send(await objects.read(file.objectKey, { start, end }));
}

/** RFC 8187 allows fewer characters than a URL does. A lone surrogate has no UTF-8 encoding and is replaced. */
function encodeRfc5987(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}
