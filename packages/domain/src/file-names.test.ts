import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeFileName } from './file-names.ts';

// SafeNameTest.java has the same table, because both the native shell and the app check a name.
test.each([
  ['合同.pdf', '合同.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['a/', 'file'],
  ['', 'file'],
  ['...', 'file'],
  ['.htaccess', 'htaccess'],
  ['report\u202Efdp.exe', 'reportfdp.exe'],
  ['a\u0000b\nc.txt', 'abc.txt'],
  ['a\u200Bb\uFEFF.txt', 'ab.txt'],
  ['  two\u3000 words .txt. ', 'two words .txt'],
  ['a:b?c*d|e<f>g"h.txt', 'a_b_c_d_e_f_g_h.txt'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['com1 .log', '_com1 .log'],
  ['console.txt', 'console.txt'],
  ['e\u0301.txt', '\u00E9.txt'],
  ['e\u200B\u0301.txt', '\u00E9.txt'],
  ['a<\u200B\u0338b.txt', 'a\u226Eb.txt'],
  ['/\u0301x.pdf', '\u0301x.pdf'],
  ['半／全.pdf', '半／全.pdf'],
])('%j becomes %j', (given, name) => {
  expect(safeFileName(given)).toBe(name);
});

test('a long name keeps its extension, and no character is split', () => {
  const latin = safeFileName(`${'x'.repeat(300)}.docx`);
  expect(latin).toBe(`${'x'.repeat(115)}.docx`);
  const chinese = safeFileName(`${'长'.repeat(300)}.pdf`);
  expect(chinese).toBe(`${'长'.repeat(78)}.pdf`);
  expect(safeFileName(`${'😀'.repeat(100)}.txt`)).toBe(`${'😀'.repeat(58)}.txt`);
  expect(safeFileName(`${'y'.repeat(300_000)}.docx`)).toBe(`${'y'.repeat(115)}.docx`);
  // A name of 240 bytes is not too long.
  expect(safeFileName('长'.repeat(80))).toBe('长'.repeat(80));
  // A suffix that is not a file extension is truncated like the rest.
  expect(safeFileName(`a.${'b'.repeat(200)}`)).toBe(`a.${'b'.repeat(118)}`);
});

test('any input yields a safe name, and a safe name stays unchanged', () => {
  // Characters that vanish, compose or change under normalisation, beside those that are forbidden.
  const signs = fc.constantFrom(
    ...Array.from('e</.: \u0301\u0338\u200B\u2000\u212A\u037E\u1100\u1161\u1160\uFFA0\u{E0001}'),
    '\uD800',
  );
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: signs, maxLength: 200 }),
  );
  fc.assert(
    fc.property(anything, (given) => {
      const name = safeFileName(given);
      expect(name).toMatch(/^[^/\\<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u);
      expect(name).not.toMatch(/^[. ]|[. ]$/u);
      expect(name.length).toBeLessThanOrEqual(120);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
      expect(safeFileName(name)).toBe(name);
    }),
  );
});
