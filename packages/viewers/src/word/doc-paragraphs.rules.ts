import type { CharacterFormat, Formats, ParagraphFormat } from './doc-formats.rules.ts';
import type { TextPiece } from './doc-text.rules.ts';

export type TextRun = { readonly text: string; readonly format: CharacterFormat };

export type Paragraph = {
  readonly runs: readonly TextRun[];
  readonly format: ParagraphFormat;
  /** What ended the paragraph: a paragraph mark, a cell mark or a page break. */
  readonly end: 'paragraph' | 'cell' | 'page';
};

const paragraphEnds: Readonly<Record<string, Paragraph['end']>> = {
  '\r': 'paragraph',
  '\x07': 'cell',
  '\f': 'page',
};
/** Control characters and their text. */
const controlCharacterTexts: Readonly<Record<string, string>> = {
  '\v': '\n',
  '\t': '\t',
  '\x1e': '‑',
  '\x1f': '\u00ad',
  '\xa0': '\xa0',
};

type DocFormats = {
  readonly paragraphs: Formats<ParagraphFormat>;
  readonly characters: Formats<CharacterFormat>;
};

/** Splits pieces of text into paragraphs. Fields yield their results, not their instructions. */
export function* paragraphsOf(
  pieces: readonly TextPiece[],
  { paragraphs, characters }: DocFormats,
): Generator<Paragraph> {
  let runs: TextRun[] = [];
  // For each open field, whether its result has begun.
  const fields: boolean[] = [];
  for (const { text, at, bytesPerCharacter } of pieces) {
    let index = 0;
    while (index < text.length) {
      const { format, to } = characters.at(at + index * bytesPerCharacter);
      const until = Math.min(text.length, Math.max(index + 1, Math.ceil((to - at) / bytesPerCharacter)));
      let runText = '';
      const pushRun = () => {
        if (runText !== '' && !format.isHidden) runs.push({ text: runText, format });
        runText = '';
      };
      for (; index < until; index += 1) {
        const character = text[index] ?? '';
        const end = paragraphEnds[character];
        if (character === '\x13') fields.push(false);
        else if (character === '\x14' && fields.length > 0) fields[fields.length - 1] = true;
        else if (character === '\x15') fields.pop();
        else if (end !== undefined) {
          pushRun();
          // An instruction does not continue in the next paragraph; one that is still open is damaged.
          yield { runs, format: paragraphs.at(at + index * bytesPerCharacter).format, end };
          runs = [];
          if (!fields.every(Boolean)) fields.length = 0;
        } else if (fields.every(Boolean))
          runText += character < ' ' ? (controlCharacterTexts[character] ?? '') : character;
      }
      pushRun();
    }
  }
  if (runs.length > 0) yield { runs, format: paragraphs.at(-1).format, end: 'paragraph' };
}
