import type { StoredFile } from '@sealflow/contract';
import { type FileService, withFileToken } from '../api/file-token.client.ts';

/**
 * Size, digest and time of a file of the file service.
 * @throws ApiError `file.file_does_not_exist`.
 */
export const readReceipt = (service: FileService, uri: string): Promise<StoredFile> =>
  withFileToken(service, (token) =>
    service.api.call('GET /api/v1/files/{uri}/receipt', { params: { uri }, token }),
  );

/**
 * Deletes one of the account's files.
 * @throws ApiError `file.in_use` while an application uses it.
 */
export const deleteStoredFile = (service: FileService, uri: string): Promise<void> =>
  withFileToken(service, async (token) => {
    await service.api.call('DELETE /api/v1/files/{uri}', { params: { uri }, token });
  });
