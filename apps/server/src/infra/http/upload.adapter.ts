import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors/service.errors.ts';
import { badRequest } from './bad-request.errors.ts';

export interface UploadedFile {
  /** As the sender wrote it. */
  name: string;
  content: AsyncIterable<Uint8Array>;
}

/** Lets calls take multipart forms with one file of at most `limitBytes`. */
export async function takeUploads(app: FastifyInstance, limitBytes: number): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 10, fieldSize: 4096, fileSize: limitBytes },
  });
}

/**
 * The file of the form's field `file1`, as it streams in. What type its sender declares does not matter.
 * @throws ServiceError `file.no_file_found`; the content throws `file.too_large` where it is cut at the limit.
 */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new ServiceError('file.no_file_found');
  // A line that broke while it was asked who sends says nothing more: neither an end nor a close would ever be heard.
  if (request.raw.destroyed) throw badRequest('body');
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
