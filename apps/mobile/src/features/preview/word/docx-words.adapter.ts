import JSZip from 'jszip';
import { simplerMarkup } from './docx-markup.rules.ts';

const textParts = /^word\/(?:document\d*|footnotes|endnotes|header\d*|footer\d*)\.xml$/i;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

export type ReadDocx = {
  /** All that is written in it, read straight from its parts; what was deleted in review is not. */
  readonly words: string;
  /** Itself, or its like in simpler markup. */
  readonly simpler: Uint8Array<ArrayBuffer>;
};

/** Looks into the parts of a docx that have words. */
export async function wordsOfDocx(bytes: Uint8Array<ArrayBuffer>): Promise<ReadDocx> {
  const zip = await JSZip.loadAsync(bytes);
  const parts = Object.values(zip.files).filter(({ name }) => textParts.test(name.replaceAll('\\', '/')));
  const texts: string[] = [];
  let isSimpler = false;
  for (const { name } of parts) {
    const xml = (await zip.file(name)?.async('string')) ?? '';
    texts.push(textOf(xml));
    const simpler = simplerMarkup(xml);
    if (simpler === xml) continue;
    isSimpler = true;
    zip.file(name, simpler);
  }
  const words = texts.join('\n');
  if (!isSimpler) return { words, simpler: bytes };
  return {
    words,
    simpler: Uint8Array.from(await zip.generateAsync({ type: 'uint8array', compression: 'STORE' })),
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const lastCharacter = 0x10ffff;
const characterOf = (code: number) => (code > 0 && code <= lastCharacter ? String.fromCodePoint(code) : ' ');

// The markup is only looked through for words: no tree of it is needed.
function textOf(xml: string): string {
  return (
    xml
      // The same again for readers that do not know the newer form.
      .replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '')
      .replace(/<\/\w*:?(?:p|tc|tab|br)>|<\w*:?(?:tab|br)\/>/g, '\n')
      .replace(/<(?:\w+:)?(?:delText|instrText|posOffset|pctWidth|pctHeight|align)[ >].*?<\/[^>]*>/gs, '')
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal, hexadecimal, name) =>
        name ? (entities[name] ?? '') : characterOf(Number(decimal ?? `0x${hexadecimal}`)),
      )
  );
}

function counts(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) found.set(segment, (found.get(segment) ?? 0) + 1);
  }
  return found;
}

/** How much of the words stands in what is shown, 0 to 1. */
export function shareOf(words: string, shown: string): number {
  const there = counts(shown);
  let all = 0;
  let found = 0;
  for (const [word, count] of counts(words)) {
    all += count;
    found += Math.min(count, there.get(word) ?? 0);
  }
  return all === 0 ? 1 : found / all;
}
