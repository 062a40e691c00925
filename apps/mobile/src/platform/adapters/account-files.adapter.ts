import type { AccountsPort } from '../ports/accounts.port.ts';
import type { FilesPort } from '../ports/files.port.ts';

/** Rejects writes for an account that has signed out. */
export const accountFiles = (files: FilesPort, accounts: AccountsPort): FilesPort => ({
  ...files,
  appendChunk: (path, bytes) => accounts.writing(path, () => files.appendChunk(path, bytes)),
  write: (path, bytes) => accounts.writing(path, () => files.write(path, bytes)),
  move: (from, to) => accounts.writing(to, () => files.move(from, to)),
});
