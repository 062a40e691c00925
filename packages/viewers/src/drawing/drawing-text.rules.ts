const symbols: Readonly<Record<string, string>> = { c: 'Ø', d: '°', p: '±', '%': '%' };

const decodeSymbols = (text: string) =>
  text
    .replace(/%%([cdp%])/gi, (_, letter: string) => symbols[letter.toLowerCase()] ?? '')
    .replace(/%%[uo]/gi, '')
    .replace(/\\U\+([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The lines of a text without its formatting codes, such as `{\fArial|b1;text}` and `\P` for a new line. */
export function linesOfText(text: string): readonly string[] {
  const plain = decodeSymbols(text)
    .replace(/\\P|\^J/g, '\n')
    .replace(/\\~/g, ' ')
    .replace(/\\S([^;^/#]{0,100})[\^/#]([^;]{0,100});/g, '$1/$2')
    .replace(/\\[ACcFfHQTWp][^;\\{}]{0,200};/g, '')
    .replace(/\\[LlOoKkNX]/g, '')
    .replace(/\\([\\{}])|[{}]/g, '$1');
  return plain.split(/\r?\n/).map((line) => line.trim());
}

/** The share of its height that a character is wide, on average. */
const narrowWidth = 0.75;
const wideWidth = 1.3;
const isWide = /[\u2e80-\uffef]/;

/** Breaks a line at spaces, or between Chinese characters, where it is longer than a width in heights of a character. */
export function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const [word] of line.matchAll(/[\u2e80-\uffef] ?|[^ \u2e80-\uffef]+ ?| /g)) {
    const size = Array.from(word).reduce((sum, one) => sum + (isWide.test(one) ? wideWidth : narrowWidth), 0);
    if (used + size > width && current !== '') {
      lines.push(current.trimEnd());
      current = '';
      used = 0;
    }
    current += word;
    used += size;
  }
  return [...lines, current.trimEnd()];
}

const encodingsByCodePage: Readonly<Record<string, string>> = {
  ANSI_936: 'gb18030',
  ANSI_950: 'big5',
  ANSI_932: 'shift_jis',
  ANSI_949: 'euc-kr',
  ANSI_1250: 'windows-1250',
  ANSI_1251: 'windows-1251',
};

/** Decodes a drawing: newer ones are UTF-8, older ones name their code page. */
export function decodeDrawing(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 64 * 1024));
    const [, codePage = ''] = /\$DWGCODEPAGE\s+3\s+(\w{1,20})/.exec(start) ?? [];
    return new TextDecoder(encodingsByCodePage[codePage.toUpperCase()] ?? 'windows-1252').decode(bytes);
  }
}
