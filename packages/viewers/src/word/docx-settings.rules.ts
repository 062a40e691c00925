import { attributeOf, elementsNamed, isOn } from './docx-markup.rules.ts';

/** What the settings of a document say about the space between its paragraphs. */
export type SpacingSettings = {
  /** The space around a paragraph where its program leaves it to HTML. */
  readonly automaticSpaceTwips: number;
  /**
   * Whether the spaces below a paragraph and above the next one add up, and automatic space stays at the edges of cells and in lists.
   * Otherwise paragraphs are spaced as in HTML: the larger space counts.
   */
  readonly isSpaceAdded: boolean;
};

export type DocxSettings = SpacingSettings & {
  /** Whether justified text fills the lines before line breaks too. */
  readonly isBrokenLineJustified: boolean;
  /** Whether neighbouring marks of East Asian text share their space. */
  readonly isPunctuationCompressed: boolean;
  /** Whether the mark of a paragraph stands on the page after a page break that ends the paragraph. */
  readonly isMarkAfterBreak: boolean;
};

const htmlSpaceTwips = 280;
const fixedSpaceTwips = 100;

/** Reads the settings of a document (`word/settings.xml`) that change its layout. */
export function docxSettingsOf(settings: Document | null): DocxSettings {
  const isSet = (name: string) => settings !== null && elementsNamed(settings, name).some(isOn);
  const [spacing] = settings ? elementsNamed(settings, 'characterSpacingControl') : [];
  const isFixed = isSet('doNotUseHTMLParagraphAutoSpacing');
  return {
    automaticSpaceTwips: isFixed ? fixedSpaceTwips : htmlSpaceTwips,
    isSpaceAdded: isFixed,
    isBrokenLineJustified: !isSet('doNotExpandShiftReturn'),
    isPunctuationCompressed: ((spacing && attributeOf(spacing, 'val')) ?? '').startsWith('compress'),
    isMarkAfterBreak: isSet('splitPgBreakAndParaMark'),
  };
}
