import { type ByteSource, cachedSource, httpSource } from '@sealflow/tdf/reader';
import { httpError } from '../api/api.errors.ts';
import { type FileService, withFileToken } from '../transfers/file-token.usecases.ts';
import { DocumentError } from './document.errors.ts';

// Viewers read small pieces; a block is also what a segment of a sealed file takes.
const cache = { blockSize: 256 * 1024, blocks: 32 };

/**
 * A file of the file service, read by ranges. Its token lives shorter than a reading takes: it is renewed in between.
 * @throws DocumentError; TdfError `source.changed` where another file stands there in between.
 */
export async function remoteSource(
  service: FileService,
  uri: string,
  signal?: AbortSignal,
): Promise<ByteSource> {
  const source = await httpSource({
    url: service.api.url('GET /api/v1/files/{uri}', { uri }),
    ...(signal ? { signal } : {}),
    fetch: (input, init) =>
      withFileToken(service, async (token) => {
        const headers = new Headers(init?.headers);
        headers.set('Authorization', `Bearer ${token}`);
        return checked(await fetch(input, { ...init, headers }));
      }),
  });
  return cachedSource(source, cache);
}

function checked(answer: Response): Response {
  const { status } = answer;
  if (status === 401) throw httpError({ status, body: null, areas: ['file'] });
  if (status === 403) throw new DocumentError('notAllowed');
  if (status === 404) throw new DocumentError('missing');
  if (status >= 500) throw new DocumentError('serviceFailed');
  return answer;
}
