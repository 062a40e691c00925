import { httpError } from '@sealflow/sdk/api.errors.ts';
import { type ByteSource, cachedSource, httpSource } from '@sealflow/tdf/reader';
import { type FileService, withFileToken } from '../api/file-token.client.ts';
import { DocumentError } from './document.errors.ts';

// Viewers read small ranges; a block has the size of a segment of a sealed file.
const cacheOptions = { blockSize: 256 * 1024, blocks: 32 };

/**
 * A file of the file service, read by ranges. Its token may expire while the file is read, and is renewed.
 * @throws DocumentError; TdfError `source.changed` if the file is replaced meanwhile.
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
        return assertOk(await fetch(input, { ...init, headers }));
      }),
  });
  return cachedSource(source, cacheOptions);
}

function assertOk(answer: Response): Response {
  const { status } = answer;
  if (status === 401) throw httpError({ status, body: null, areas: ['file'] });
  if (status === 403) throw new DocumentError('notAllowed');
  if (status === 404) throw new DocumentError('missing');
  if (status >= 500) throw new DocumentError('serviceFailed');
  return answer;
}
