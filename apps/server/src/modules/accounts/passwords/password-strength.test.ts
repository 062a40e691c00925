import { expect, it } from 'vitest';
import { chinesePasswords } from './chinese-passwords.table.ts';
import { isEasilyGuessed } from './password-strength.util.ts';

const own = ['lisihong', 'li.sihong@example.com', '13812345678', '甲公司 Hanglong'];

const guessed = `
  woaini1314 qq123456 a123456789 zhangwei123 wangwei520 Zhang@123456 1qaz2wsx
  Password1 Qwer1234! Admin@123 abcdefg1 lisihong1! Sihong.2026 13812345678a
  hanglong01 Sealflow2026! Mijiantong#1 Example@li1 aaaaaaa1 20011231a
`;

it.each(guessed.trim().split(/\s+/))('%s is easily guessed', async (password) => {
  expect(await isEasilyGuessed(password, own)).toBe(true);
});

it.each(['Correct-horse-9', 'Maple-7-river', 'blue7house', 'Kj7-wq2x', '长城2026春雨'])(
  '%s is not easily guessed',
  async (password) => {
    expect(await isEasilyGuessed(password, own)).toBe(false);
  },
);

it('lists thousands of Chinese passwords without duplicates', () => {
  const list = chinesePasswords();
  expect(list.length).toBeGreaterThan(5000);
  expect(new Set(list).size).toBe(list.length);
});
