import { vi } from 'vitest';

/**
 * Hashes passwords at the lowest cost of argon2id. Verification uses the cost that a stored hash names. With the cost of production,
 * hashing takes a fifth of the processor time of the tests of accounts; `password-hash.test.ts` runs without this file and tests that cost.
 */
vi.mock(import('@node-rs/argon2'), async (importOriginal) => {
  const argon2 = await importOriginal();
  const hash: typeof argon2.hash = (password, options, ...rest) =>
    argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }, ...rest);
  return { ...argon2, hash };
});
