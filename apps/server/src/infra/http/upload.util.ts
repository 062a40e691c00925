import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors/service.errors.ts';
import { badRequest } from './bad-request.errors.ts';

export interface UploadedFile {
  /** As the client sent it, unsanitised. */
  name: string;
  content: AsyncIterable<Uint8Array>;
}

/** Enables multipart forms with one file of at most `limitBytes`. */
export async function registerUploads(app: FastifyInstance, maxFileBytes: number): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 10, fieldSize: 4096, fileSize: maxFileBytes },
  });
}

/**
 * Reads the file of the form field `file1` as a stream. The declared content type is ignored.
 * @throws ServiceError `file.no_file_found`; the content throws `file.too_large` if it exceeds the limit.
 */
export async function readUploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new ServiceError('file.no_file_found');
  // A connection that broke during authentication emits neither `end` nor `close` any more: the parser would wait for ever.
  if (request.raw.destroyed) throw badRequest('body');
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname === 'file1') return { name: nameOf(part), content: assertNotTruncated(part.file) };
      part.file.resume();
    }
  } catch (error) {
    throw toRequestError(error);
  }
  throw new ServiceError('file.no_file_found');
}

/** A part can count as a file by its content type alone. Its name is then undefined, although the library's type denies it. */
function nameOf({ filename }: { filename?: string }): string {
  return filename ?? '';
}

/** A malformed form is the client's fault. Errors of a limit carry their own status. */
function toRequestError(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error ? error : badRequest('body');
}

/** Yields the bytes of a part. Throws at its end if the library truncated it at the limit. */
async function* assertNotTruncated(file: Readable & { truncated: boolean }): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    throw toRequestError(error);
  }
  if (file.truncated) throw new ServiceError('file.too_large');
}
