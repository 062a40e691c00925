import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../../testing/accounts.ts';
import type { TestService } from '../../../../testing/service.ts';
import { createBreachedPasswordCheck } from './breached-passwords.util.ts';

const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const digest = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
afterAll(() => rmSync(folder, { recursive: true }));

describe('list of leaked passwords', () => {
  const unexpectedReport = expect.unreachable;
  const texts = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 });

  it('matches exactly its entries, whatever its length and line endings', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.string(), fc.nat(2), fc.boolean(), async (leaked, other, form, isEnded) => {
        const lines = leaked.map((text) => digest(text) + ['', ':1', `:${'9'.repeat(8)}\r`][form]).toSorted();
        const isLeaked = await createBreachedPasswordCheck(
          fileOf('list', lines.join('\n') + (isEnded ? '\n' : '')),
          unexpectedReport,
        );
        for (const text of leaked) expect(await isLeaked(text)).toBe(true);
        expect(await isLeaked(other)).toBe(leaked.includes(other));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['does not exist', join(folder, 'none')],
    ['contains plain passwords', fileOf('plain', 'letmein\nhunter2\n')],
    ['is empty', fileOf('empty', '')],
  ])('that %s is reported at startup', async (_, path) => {
    await expect(createBreachedPasswordCheck(path, unexpectedReport)).rejects.toThrow(
      'BREACHED_PASSWORDS_FILE',
    );
  });
});

describe('length-based policy', () => {
  let service: TestService;
  let token = '';
  beforeAll(async () => {
    service = await openAccounts({
      PASSWORD_RULES: 'length',
      PASSWORD_WORDS_FILE: fileOf('words', '\nkestrel\n远山科技\n'),
      BREACHED_PASSWORDS_FILE: fileOf('breached', `${digest('quiet orchard umbrella')}:3\n`),
    });
    ({ token } = await service.signIn('guest', password));
  });
  afterAll(() => service.close());

  const change = (newPassword: string, oldPassword = password) =>
    service.ask(token, 'POST /api/v1/auth/update-password', { oldPassword, newPassword });

  it('is published to anonymous callers', async () => {
    const response = await service.ask(null, 'GET /api/v1/auth/password-rules');
    expect(response.json()).toEqual({ data: { least: 8, most: 128, kinds: 1 } });
  });

  it.each([
    ['seven s', 'too_short'],
    ['mellow river '.repeat(10), 'too_long'],
    ['Kestrel-2026', 'too_simple'],
    ['远山科技2026!', 'too_simple'],
    ['quiet orchard umbrella', 'too_simple'],
  ])('rejects %s: %s', async (newPassword, reason) => {
    const response = await change(newPassword);
    expect([response.statusCode, response.json().code]).toEqual([400, `login.password_${reason}`]);
  });

  it('rejects every password while the list of leaked passwords is unavailable', async () => {
    const [there, away] = [join(folder, 'breached'), join(folder, 'away')];
    for (const [leave, reason] of [
      [() => renameSync(there, away), 'ENOENT'],
      [() => writeFileSync(there, 'letmein\n'), 'invalid format'],
    ] as const) {
      leave();
      const response = await change('mellow river under stone');
      expect([response.statusCode, response.json().code]).toEqual([503, 'app.unavailable']);
      const line = service.logLines.findLast((one) => one.includes('BREACHED_PASSWORDS_FILE'));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40, reason });
      expect(service.logLines.join('')).not.toContain(folder);
    }
    renameSync(away, there);
  });

  it('accepts sixty-four characters of one kind', async () => {
    expect(
      (await change('mellowriverunderstonebridgeswhereheronswaitforthemorninglightabc')).statusCode,
    ).toBe(204);
  });
});
