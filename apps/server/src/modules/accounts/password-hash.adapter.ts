import { hash, verify } from '@node-rs/argon2';

/** argon2id with the memory and passes that OWASP gives: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let nobodys: Promise<string> | undefined;

/**
 * Whether this is the password. Without a hash (no such account) it is compared with nobody's, so that the time of the
 * answer does not tell which accounts there are.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  if (passwordHash !== undefined) return verify(passwordHash, password);
  nobodys ??= hashPassword(crypto.randomUUID());
  await verify(await nobodys, password);
  return false;
}
