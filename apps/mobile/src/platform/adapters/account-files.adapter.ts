import type { AccountsPort } from '../ports/accounts.port.ts';
import type { FilesPort } from '../ports/files.port.ts';

/** Rejects writes for an account that has signed out. */
export const createAccountFiles = (files: FilesPort, accounts: AccountsPort): FilesPort => ({
  ...files,
  appendChunk: (path, bytes) => accounts.guardWrite(path, () => files.appendChunk(path, bytes)),
  write: (path, bytes) => accounts.guardWrite(path, () => files.write(path, bytes)),
  move: (from, to) => accounts.guardWrite(to, () => files.move(from, to)),
});
