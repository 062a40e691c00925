import { StorageError } from '../ports/storage.errors.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what must be found
const forbidden = /[\u0000-\u001f\\:*?"<>|]/;

/**
 * Returns the path if no segment of it can leave the app's folder or is invalid in a phone's file system.
 * @throws StorageError `storage.bad_path`.
 */
export function assertSafePath(path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || forbidden.test(part))) {
    throw new StorageError('storage.bad_path');
  }
  return path;
}
