import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters that OWASP recommends: 19 MiB, 2 passes, 1 lane. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2Options);
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether a password matches a hash. Without a hash (no such account) it is verified against a dummy hash, so that the
 * response time does not reveal whether the account exists.
 */
export async function isCorrectPassword(
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  if (passwordHash !== undefined) return verify(passwordHash, password);
  dummyHash ??= hashPassword(crypto.randomUUID());
  await verify(await dummyHash, password);
  return false;
}
