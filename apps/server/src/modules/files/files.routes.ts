import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { badRequest } from '../../infra/http/bad-request.errors.ts';
import { route } from '../../infra/http/route.adapter.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { isUnchanged, rangeOf } from './byte-range.usecases.ts';
import { type FileTokenContext, issueFileToken } from './file-token.usecases.ts';
import {
  deleteFile,
  type FileContent,
  type FileFacts,
  requireReadable,
  storeFile,
} from './files.usecases.ts';

export interface FileRoutesContext extends FileTokenContext {
  objects: ObjectStore;
  uploadLimitBytes: number;
}

export async function fileRoutes(app: FastifyInstance, context: FileRoutesContext): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 10, fieldSize: 4096, fileSize: context.uploadLimitBytes },
  });

  route(app, 'POST /api/v1/tenants/{tid}/file-token', async (ask) => issueFileToken(context, ask));

  route(app, 'POST /api/v1/files', async ({ bearer, request }) =>
    storeFile(context, bearer, await uploadOf(request)),
  );

  route(app, 'GET /api/v1/files/{uri}', async ({ bearer, params, request, reply }) => {
    const file = await requireReadable(context.db, bearer, params.uri);
    return sendFile(context.objects, file, { request, reply });
  });

  route(app, 'DELETE /api/v1/files/{uri}', async ({ bearer, params }) => {
    await deleteFile(context, bearer, params.uri);
    return undefined;
  });

  route(app, 'GET /api/v1/files/{uri}/receipt', async ({ bearer, params }) =>
    requireReadable(context.db, bearer, params.uri),
  );
}

async function uploadOf(request: FastifyRequest): Promise<FileContent> {
  if (!request.isMultipart()) throw new ServiceError('file.no_file_found');
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname === 'file1') return { name: nameOf(part), content: whole(part.file) };
      part.file.resume();
    }
  } catch (error) {
    throw asSent(error);
  }
  throw new ServiceError('file.no_file_found');
}

/** A part can be a file by its type alone: then nobody gave it a name, whatever the types say. */
function nameOf({ filename }: { filename?: string }): string {
  return filename ?? '';
}

/** What is wrong with a form is its sender's fault; limits say by their status which one was met. */
function asSent(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error ? error : badRequest('body');
}

/** The part's bytes; one that was cut at the limit is no file. */
async function* whole(file: Readable & { truncated: boolean }): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    throw asSent(error);
  }
  if (file.truncated) throw new ServiceError('file.too_large');
}

async function sendFile(
  objects: ObjectStore,
  file: FileFacts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  // HTTP dates have whole seconds.
  const modifiedAt = new Date(Math.floor(file.createAt / 1000) * 1000);
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('last-modified', modifiedAt.toUTCString());
  const { range: asked, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  if (isUnchanged(ifNoneMatch, etag)) return reply.code(304).send();
  // Section 14.2: a range is for GET alone.
  const range = rangeOf({
    range: request.method === 'GET' ? asked : undefined,
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
    .type(file.mimeType)
    .header('content-length', end - start)
    // What people upload is never a page of ours, whatever it says it is.
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (request.method === 'HEAD' || start === end) return reply.send(Readable.from([]));
  return reply.send(await objects.read(file.objectKey, { start, end }));
}
