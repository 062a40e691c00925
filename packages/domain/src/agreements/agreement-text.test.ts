import { expect, it } from 'vitest';
import { builtInText, parseMarkdown } from './agreement-text.ts';
import { licence } from './licence.zh.ts';

it('reads headings, paragraphs and lists', () => {
  const text =
    '## 一、范围\n本协议由**双方**订立。\n第二行。\n\n### Lists ###\n\n- one\n  goes on\n- `two`\n\n1. first\n2) second';
  expect(parseMarkdown(text)).toEqual([
    { kind: 'heading', text: '一、范围' },
    { kind: 'paragraph', text: '本协议由双方订立。\n第二行。' },
    { kind: 'heading', text: 'Lists' },
    { kind: 'list', ordered: false, items: ['one goes on', 'two'] },
    { kind: 'list', ordered: true, items: ['first', 'second'] },
  ]);
});

it('keeps the address of a link, and unknown markup as plain text', () => {
  expect(parseMarkdown('见 [官网](https://a.example/x "t")。\r\n\r\n| a | b |\n<b>x</b> 5\\* 2 * 3')).toEqual(
    [
      { kind: 'paragraph', text: '见 官网 (https://a.example/x)。' },
      { kind: 'paragraph', text: '| a | b |\n<b>x</b> 5* 2 * 3' },
    ],
  );
});

it('renders the built-in text like the text that the service delivers', () => {
  const written = licence.sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs]);
  expect(builtInText(licence).blocks).toEqual(parseMarkdown(written.join('\n\n')));
});

it('returns no blocks for an empty text', () => {
  expect(parseMarkdown(' \n\n ')).toEqual([]);
});
