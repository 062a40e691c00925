import { StorageError } from '../ports/storage.errors.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what must be found
const forbidden = /[\u0000-\u001f\\:*?"<>|]/;

/** The path itself, where no part of it can leave the app's own folder or be refused by a phone's file system. */
export function checkedPath(path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || forbidden.test(part))) {
    throw new StorageError('storage.bad_path');
  }
  return path;
}
