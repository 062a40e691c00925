import { isErrorCode } from '@sealflow/domain/errors';
import type { ByteSource } from '@sealflow/tdf/reader';
import { ApiError } from '../api/index.ts';
import { delay } from '../timing.util.ts';
import type { DocumentsContext } from './document.types.ts';
import type { FlowFileRef } from './flow-file.rules.ts';
import { openContent } from './open-content.usecases.ts';
import { remoteSource } from './remote-source.client.ts';

const pollIntervalMs = 2_000;

/**
 * Asks the service for a PDF of a flow's file, waits until it is made, and opens it. It is sealed as the same document, so that
 * the key access service decides about it as about the original.
 * @throws ApiError with the reason of a failed conversion; DocumentError and TdfError like an opened document; the signal's
 * reason on abort.
 */
export async function openRendition(
  context: DocumentsContext,
  { tid, uri }: Pick<FlowFileRef, 'tid' | 'uri'>,
  signal: AbortSignal,
): Promise<ByteSource> {
  for (;;) {
    const { data } = await context.api.call('POST /api/v1/tenants/{tid}/files/{uri}/actions/render', {
      params: { tid, uri },
      signal,
    });
    if (data.state === 'failed') throw conversionError(data.reason);
    if (data.uri !== null) {
      const source = await remoteSource({ ...context, tid }, data.uri, signal);
      const { content } = await openContent(context, source, signal, { keepsLicence: false });
      return content;
    }
    await delay(pollIntervalMs);
    signal.throwIfAborted();
  }
}

function conversionError(reason: string | null): ApiError {
  const code = reason !== null && isErrorCode(reason) ? reason : 'file.rendition_failed';
  return new ApiError({ kind: 'http', code, message: '' });
}
