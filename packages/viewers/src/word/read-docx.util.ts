import { themeColorsOf } from '../drawingml/drawing-color.rules.ts';
import { isMetafilePath } from '../drawingml/metafile.util.ts';
import {
  type BeginningSize,
  hasParagraphs,
  keepBeginning,
  keepNotes,
  noteIdsOf,
} from './docx-beginning.rules.ts';
import { borderStylesOf, markBorders } from './docx-borders.rules.ts';
import { moveHiddenTexts } from './docx-boxes.rules.ts';
import { linkStylesOf, plainContents } from './docx-contents.rules.ts';
import { drawDiagrams, drawLockedCanvases } from './docx-diagrams.rules.ts';
import { createDrawingCollector, type TakenDrawing } from './docx-drawings.rules.ts';
import { equationAlignmentOf, prepareEquations } from './docx-equations.rules.ts';
import { completeFonts, isKerned, latinFontsOf, themeFontsOf } from './docx-fonts.rules.ts';
import { separateFieldParts, writeFormFields } from './docx-form-fields.rules.ts';
import { linePitchesOf, markSwitchedOff, switchedOffStyles } from './docx-grid.rules.ts';
import { hideRuns, removeHiddenParagraphs, takeHiddenStyles } from './docx-hidden.rules.ts';
import { type LetterSpacings, letterSpacingsOf, markLetterSpacing } from './docx-letter-spacing.rules.ts';
import {
  markFrames,
  markNotes,
  markPageFields,
  markPositionTabs,
  markRows,
  markSections,
} from './docx-marks.rules.ts';
import {
  attributeOf,
  childNamed,
  elementsNamed,
  inheritHeaders,
  setAttribute,
  simplifyMarkup,
} from './docx-markup.rules.ts';
import { type DrawingMedia, readDrawingMedia } from './docx-media.util.ts';
import { type NoteFormats, noteFormatsOf } from './docx-note-formats.rules.ts';
import { chooseNumberFormats } from './docx-numbering.rules.ts';
import { openDocx } from './docx-package.util.ts';
import { type PageBorders, pageBordersOf } from './docx-page-borders.rules.ts';
import { takePageBreakStyles } from './docx-page-breaks.rules.ts';
import { markKeptParagraphs, paragraphProperties } from './docx-paragraph-properties.rules.ts';
import { commentsOf, readDiagrams, readRelatedTexts } from './docx-related.util.ts';
import { joinParagraphs, removeRevisions } from './docx-revisions.rules.ts';
import { markRubies } from './docx-ruby.rules.ts';
import { scriptStylesOf, writeScripts } from './docx-script-styles.rules.ts';
import {
  prepareSections,
  shownHeaderIds,
  verticalSectionsOf,
  writeNumberFormats,
  writeParagraphMarks,
} from './docx-sections.rules.ts';
import { type DocxSettings, docxSettingsOf } from './docx-settings.rules.ts';
import { writeShadings } from './docx-shading.rules.ts';
import {
  closeAutomaticSpacing,
  closeContextualSpacing,
  completeSpacing,
  spacingStylesOf,
  writeLineSpaces,
} from './docx-spacing.rules.ts';
import { writeSymbols } from './docx-symbols.rules.ts';
import { tableTextSizesOf, writeTableTextSizes } from './docx-table-text.rules.ts';
import { prepareTables, tableRulesOf } from './docx-tables.rules.ts';
import { type Line, linesOf } from './docx-text.rules.ts';

export type Comment = { readonly author: string; readonly text: string };

export type DocxContent = {
  /** The text of all parts, without content that was deleted in review. */
  readonly lines: readonly Line[];
  readonly comments: readonly Comment[];
  /** The original bytes, or the document with markup that the renderers fully support. */
  readonly drawings: readonly TakenDrawing[];
  readonly media: DrawingMedia;
  /** The distances of the lines of the grids of the sections, in CSS pixels. */
  readonly linePitches: readonly number[];
  /** The borders of the pages of the sections. */
  readonly pageBorders: readonly (PageBorders | null)[];
  /** Whether the text of the sections runs from top to bottom. */
  readonly verticalSections: readonly boolean[];
  readonly letterSpacings: LetterSpacings;
  /** The numbers and places of the notes of the sections. */
  readonly noteFormats: readonly NoteFormats[];
  /** Whether pairs of letters stand closer to each other. */
  readonly isKerned: boolean;
  /** Whether the content ends after the first paragraphs of the document. */
  readonly isBeginning: boolean;
  readonly settings: DocxSettings;
  readonly simplifiedBytes: Uint8Array<ArrayBuffer>;
};

/**
 * Names the styles without an identifier, which the layout library would apply to the whole document, and removes the links to
 * character styles, which it would apply to the text of paragraphs.
 */
function completeStyles(styles: Document): void {
  for (const link of elementsNamed(styles, 'link')) link.remove();
  for (const style of elementsNamed(styles, 'style')) {
    if (attributeOf(style, 'styleId') !== null) continue;
    const name = childNamed(style, 'name');
    setAttribute(style, 'styleId', ((name && attributeOf(name, 'val')) ?? 'unnamed').replaceAll(/\s/g, ''));
    if (attributeOf(style, 'type') === null) setAttribute(style, 'type', 'paragraph');
  }
}

const twipsPerPixel = 15;

/** Parts without text. The layout library shows a document without them, but none in which one is damaged. */
const secondaryParts = new Set([
  'theme',
  'fontTable',
  'settings',
  'styles',
  'numbering',
  'core-properties',
  'extended-properties',
  'custom-properties',
]);
const textParts = new Set(['header', 'footer', 'footnotes', 'endnotes']);

/**
 * Reads and normalises the parts of a docx that contain text; null where there is no main document. With `beginning`, the content
 * ends after the first paragraphs of a long document; null where the document is shorter.
 */
export async function readDocxContent(
  bytes: Uint8Array<ArrayBuffer>,
  beginning: BeginningSize | null = null,
): Promise<DocxContent | null> {
  const files = await openDocx(bytes);
  const main =
    files.relationships('').find(({ kind }) => kind === 'officeDocument')?.path ?? 'word/document.xml';
  if (beginning && !hasParagraphs((await files.text(main)) ?? '', beginning.minParagraphs)) return null;
  const secondary = [...files.relationships(''), ...files.relationships(main)].filter(({ kind }) =>
    secondaryParts.has(kind),
  );
  await files.removeDamaged(secondary.map(({ path }) => path));
  const lines: Line[] = [];
  const stylesPath = files.relationships(main).find(({ kind }) => kind === 'styles')?.path;
  const styles = stylesPath === undefined ? null : await files.xml(stylesPath);
  if (styles) completeStyles(styles);
  const spacingStyles = spacingStylesOf(styles);
  const propertyOf = paragraphProperties(styles);
  const switchedOff = styles ? switchedOffStyles(styles) : new Map<string, ReadonlySet<string>>();
  const linkStyles = linkStylesOf(styles);
  const borderStyles = borderStylesOf(styles);
  const breakStyles = styles ? takePageBreakStyles(styles) : new Set<string>();
  const scriptStyles = scriptStylesOf(styles);
  const hiddenStyles = styles ? takeHiddenStyles(styles) : new Set<string>();
  const settingsPath = files.relationships(main).find(({ kind }) => kind === 'settings')?.path;
  const settingsPart = settingsPath === undefined ? null : await files.xml(settingsPath);
  const settings = docxSettingsOf(settingsPart);
  const equationAlignment = equationAlignmentOf(settingsPart);
  const tableRules = tableRulesOf(styles, settingsPart);
  const theme = files.relationships(main).find(({ kind }) => kind === 'theme');
  const themePart = theme ? await files.xml(theme.path) : null;
  const themeFonts = themeFontsOf(themePart, settingsPart);
  const latinFonts = latinFontsOf(styles, themeFonts);
  const tableTextSizes = tableTextSizesOf(styles, settingsPart);
  if (styles && stylesPath !== undefined) {
    completeSpacing(styles, settings);
    writeShadings(styles, themeColorsOf(themePart));
    completeFonts(styles, latinFonts, themeFonts);
    files.replacePart(stylesPath, styles);
  }
  const collector = createDrawingCollector(themePart, (path, id) =>
    isMetafilePath(files.relationships(path).find((each) => each.id === id)?.path ?? ''),
  );
  let noteIds: ReturnType<typeof noteIdsOf> | null = null;
  const read = async (path: string, isShown = true) => {
    const part = await files.xml(path);
    if (!part) return null;
    if (beginning && path === main) {
      if (!keepBeginning(part, beginning.paragraphs)) return null;
      noteIds = noteIdsOf(part);
    }
    if (noteIds) keepNotes(part, noteIds);
    const unmarked = removeRevisions(part);
    separateFieldParts(part);
    markPositionTabs(part);
    markRubies(part);
    markPageFields(part);
    plainContents(part, linkStyles);
    simplifyMarkup(part);
    joinParagraphs(unmarked);
    writeSymbols(part);
    prepareEquations(part, equationAlignment);
    writeFormFields(part);
    writeShadings(part, collector.themeColor);
    removeHiddenParagraphs(part);
    closeContextualSpacing(part, spacingStyles);
    if (!settings.isSpaceAdded) closeAutomaticSpacing(part, spacingStyles);
    drawDiagrams(part, await readDiagrams(files, path), collector.themeColor);
    drawLockedCanvases(part, collector.themeColor);
    collector.take(part, path);
    markLetterSpacing(part);
    moveHiddenTexts(part, await readRelatedTexts(files, path));
    prepareSections(part, { styles: breakStyles, isMarkAfterBreak: settings.isMarkAfterBreak });
    writeLineSpaces(part, (linePitchesOf(part).find((pitch) => pitch > 0) ?? 0) * twipsPerPixel);
    completeSpacing(part, settings);
    prepareTables(part, tableRules);
    writeTableTextSizes(part, tableTextSizes);
    writeParagraphMarks(part);
    writeNumberFormats(part, spacingStyles);
    inheritHeaders(part);
    completeFonts(part, latinFonts, themeFonts);
    hideRuns(part, hiddenStyles);
    writeScripts(part, scriptStyles);
    markNotes(part);
    markSections(part);
    markRows(part);
    markFrames(part);
    markSwitchedOff(part, switchedOff);
    markBorders(part, borderStyles);
    markKeptParagraphs(part, propertyOf);
    files.replacePart(path, part);
    if (isShown) lines.push(...linesOf(part));
    return part;
  };
  const mainPart = await read(main);
  if (!mainPart) return null;
  const relationships = files.relationships(main);
  const numbering = relationships.find(({ kind }) => kind === 'numbering');
  const numberingPart = numbering ? await files.xml(numbering.path) : null;
  if (numbering && numberingPart) {
    chooseNumberFormats(numberingPart);
    completeFonts(numberingPart, latinFonts, themeFonts);
    files.replacePart(numbering.path, numberingPart);
  }
  // A part may be referenced more than once.
  const texts = relationships.filter(({ kind }) => textParts.has(kind));
  const shownHeaders = shownHeaderIds(mainPart);
  const shownPaths = new Set(
    texts.filter(({ kind, id }) => kind.endsWith('notes') || shownHeaders.has(id)).map(({ path }) => path),
  );
  for (const path of new Set(texts.map(({ path }) => path))) await read(path, shownPaths.has(path));
  const comments = relationships.find(({ kind }) => kind === 'comments');
  const commentsDocument = comments ? await files.xml(comments.path) : null;
  return {
    lines,
    comments: commentsDocument ? commentsOf(commentsDocument) : [],
    drawings: collector.drawings,
    linePitches: linePitchesOf(mainPart),
    pageBorders: pageBordersOf(mainPart),
    verticalSections: verticalSectionsOf(mainPart),
    letterSpacings: letterSpacingsOf(styles),
    noteFormats: noteFormatsOf(mainPart, settingsPart),
    isKerned: styles !== null && isKerned(styles),
    isBeginning: beginning !== null,
    settings,
    media: await readDrawingMedia(files, collector),
    simplifiedBytes: await files.pack(),
  };
}
