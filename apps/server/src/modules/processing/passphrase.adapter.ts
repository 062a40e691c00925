import { randomInt } from 'node:crypto';
import { type MasterKey, unwrapAtRest, wrapAtRest } from '../../infra/master-key/index.ts';

/** Letters and digits that nobody takes for one another, read aloud or written down. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const groups = 4;
const lettersEach = 5;

/** Opens a package that leaves the organisation: 20 letters out of 31, 99 bits, in groups. */
export function makePassphrase(): string {
  const group = () =>
    Array.from({ length: lettersEach }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

export function wrapPassphrase(masterKey: MasterKey, downloadID: string, passphrase: string): Buffer {
  return wrapAtRest(Buffer.from(passphrase), masterKey.bytes, contextOf(downloadID));
}

export function unwrapPassphrase(masterKey: MasterKey, downloadID: string, wrapped: Buffer): string {
  return unwrapAtRest(wrapped, masterKey.bytes, contextOf(downloadID)).toString();
}

const contextOf = (downloadID: string): string => `passphrase ${downloadID}`;
