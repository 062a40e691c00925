import { printDotsPerInch, printSheetSize } from '../viewer/print.rules.ts';
import { drawPrintSheet } from '../viewer/print-sheet.viewer.ts';
import type { DocumentSearch, PrintablePages } from '../viewer/viewer.types.ts';
import { sheetsOf, textSheet } from './text-sheets.rules.ts';

/** About a hundred sheets; a longer text is cut off. */
const maxCharacters = 600_000;
const marginInches = 0.6;
const fontFamily =
  'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", "PingFang SC", monospace';
/** The width of a character of a monospace font, as a share of its size. */
const characterShare = 0.6;

/** Sets the words of a text on sheets, without its formats. The frame that parses it only supplies the words. */
export async function createTextPrint(
  readText: DocumentSearch['readText'],
  signal: AbortSignal,
): Promise<PrintablePages> {
  const sheets = sheetsOf(await readText({ maxCharacters, signal }));
  const size = printSheetSize({ width: 1, height: 2 });
  const margin = marginInches * printDotsPerInch;
  const lineHeight = (size.height - 2 * margin) / textSheet.lines;
  const fontSize = (size.width - 2 * margin) / (textSheet.columns * characterShare);
  return {
    pageCount: sheets.length,
    async draw({ page, watermark, signal: drawing }) {
      drawing.throwIfAborted();
      return drawPrintSheet(size, watermark, (context) => {
        context.fillStyle = '#000000';
        context.font = `${fontSize}px ${fontFamily}`;
        context.textBaseline = 'top';
        for (const [index, line] of (sheets[page - 1] ?? []).entries())
          context.fillText(line, margin, margin + index * lineHeight, size.width - 2 * margin);
      });
    },
  };
}
