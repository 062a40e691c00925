import type { ByteSource } from '@sealflow/tdf/reader';
import { localDatabase } from '../database/local-database.compose.ts';
import { documentErrorOf } from './document.errors.ts';
import type { DocumentsContext, DocumentTenant } from './document.types.ts';
import { openProtected } from './open-protected.usecases.ts';

/** An attachment of a document, opened as a separate document: it may itself be sealed. */
export type OpenedPart = {
  readonly content: ByteSource;
  readonly tenant: DocumentTenant | null;
  readonly leaseEnd: number | null;
  readonly mayCopy: boolean;
  readonly mayCapture: boolean;
  readonly watermarked: boolean;
};

/** @throws DocumentError, and only that; the signal's reason on abort. */
export async function openPart(
  context: DocumentsContext,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<OpenedPart> {
  try {
    const sql = await localDatabase(context.platform);
    const document = await openProtected({ context, sql, source, signal });
    return {
      content: document?.opened.bytes ?? source,
      tenant: document?.tenant ?? null,
      leaseEnd: document?.leaseEnd ?? null,
      mayCopy: document?.mayCopy ?? true,
      mayCapture: document?.mayCapture ?? true,
      watermarked: document?.watermarked ?? true,
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw documentErrorOf(error);
  }
}
