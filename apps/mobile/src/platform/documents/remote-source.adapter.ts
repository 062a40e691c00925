import { type ByteSource, cachedSource, httpSource } from '@sealflow/tdf/reader';
import type { Api } from '../api/index.ts';
import { DocumentError } from './document.errors.ts';

export type RemoteFile = { readonly api: Api; readonly tid: string; readonly uri: string };

// Viewers read small pieces; a block is also what a segment of a sealed file takes.
const cache = { blockSize: 256 * 1024, blocks: 32 };

/**
 * A file of the file service, read by ranges with the file service's own token.
 * @throws DocumentError; TdfError `source.changed` where another file stands there in between.
 */
export async function remoteSource({ api, tid, uri }: RemoteFile, signal?: AbortSignal): Promise<ByteSource> {
  let token: Promise<string> | undefined;
  const fileToken = () => {
    const asked =
      token ??
      api.call('POST /api/v1/tenants/{tid}/file-token', { params: { tid } }).then((answer) => answer.token);
    token = asked;
    asked.catch(() => {
      token = undefined;
    });
    return asked;
  };
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${await fileToken()}`);
    return fetch(input, { ...init, headers });
  };
  const url = api.url('GET /api/v1/files/{uri}', { uri });
  const source = await httpSource({
    url,
    ...(signal ? { signal } : {}),
    fetch: async (input, init) => {
      const answer = await send(input, init);
      if (answer.status !== 401) return checked(answer);
      // The file token lives shorter than a reading takes: a new one once, and then the answer counts.
      token = undefined;
      return checked(await send(input, init));
    },
  });
  return cachedSource(source, cache);
}

function checked(answer: Response): Response {
  if (answer.status === 401) throw new DocumentError('signedOut');
  if (answer.status === 403) throw new DocumentError('notAllowed');
  if (answer.status === 404) throw new DocumentError('missing');
  if (answer.status >= 500) throw new DocumentError('serviceFailed');
  return answer;
}
