import { expect, it } from 'vitest';
import { hashPassword, isCorrectPassword } from './password-hash.util.ts';

it('is argon2id of the whole password, character by character, with the cost that OWASP recommends', async () => {
  const password = ` 长城-${'x'.repeat(180)}A`;
  const hash = await hashPassword(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword(password)).not.toBe(hash);
  const others = [password.trim(), password.toLowerCase(), password.slice(0, -1), `${password} `, ''];
  const taken = await Promise.all([password, ...others].map((one) => isCorrectPassword(one, hash)));
  expect(taken).toEqual([true, false, false, false, false, false]);
});

it('matches no password for a missing account, after equal work', async () => {
  expect(await isCorrectPassword('Correct-horse-9', undefined)).toBe(false);
});
