import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { documentsIn } from './corpus-documents.ts';
import { buildPage, engineFiles } from './corpus-page.ts';
import { runCorpus } from './corpus-run.ts';
import { serveCorpus } from './corpus-server.ts';
import { exactPages, type Office, type Reference, readOffice, readReference } from './fidelity-reference.ts';
import { comparePrintedSheet, compareSheets, type SheetContent, type SheetCounts } from './fidelity-sheet.ts';
import { shownSheet } from './fidelity-shown-sheet.ts';
import { comparePages, shownPages, type WordPage } from './fidelity-words.ts';
import { table } from './table.ts';

const help = `usage: npm run -s fidelity -- DIR [options]

Compares where words are: in the built viewers in Chromium, and in the PDF that LibreOffice (soffice) makes of the same file,
read by pdftotext. A word is placed if it is on the same page, at most 3 % of the size of the page away. A line a file; the
last line sums up. Files that LibreOffice does not open, or without words, are left out of the share. With several releases of
LibreOffice, each has a line of every file and a sum.

Of workbooks, the first sheet is compared too, up to 2,000 rows: the light viewers cell by cell; of exact pages, a cell counts if
its words are on a page. A chart counts if a drawing (a page, of exact pages) shows half of the words in its titles and legend.

  --json           each line is JSON: file, format, reference (the release), pages, referencePages, placed, cells,
                   charts, referenceCharts, firstPaintMs, requests, leftovers, error
  --engine NAME    light: the viewers that open every document; exact: the engine of exact pages, packed and run as in the app (light)
  --soffice PATH   the program of LibreOffice (soffice); may be repeated
  --ext docx,doc   only files of these endings
  --match TEXT     only files whose path contains the text
  --limit N        at most N files, spread evenly
  --seconds S      a file that takes longer is given up and its page killed (30; 90 with exact, which ends
                   stuck conversions itself)
  --frames word    builds the viewer frames of these families alone: files of others count as too slow`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'light' },
    soffice: { type: 'string', multiple: true, default: ['soffice'] },
    ext: { type: 'string' },
    match: { type: 'string' },
    limit: { type: 'string' },
    seconds: { type: 'string' },
    frames: { type: 'string' },
    help: { type: 'boolean' },
  },
});

/** The share of words from which the layout of a file counts as kept. */
const minPlacedShare = { light: 0.7, exact: 0.97 } as const;
type Engine = keyof typeof minPlacedShare;

interface FidelityLine {
  readonly file: string;
  readonly format: string;
  /** The version of LibreOffice that made the reference. */
  readonly reference: string;
  readonly pages: number;
  readonly referencePages: number | null;
  /** The share of placed words; null without a reference or without words, and for workbooks that are shown as a grid. */
  readonly placed: number | null;
  /** The share of cells of the first sheet that show their text; null for other documents, or without such cells. */
  readonly cells: number | null;
  /** The charts of the first sheet that are shown, and those that it contains; null for other documents. */
  readonly charts: number | null;
  readonly referenceCharts: number | null;
  readonly firstPaintMs: number | null;
  readonly requests: number;
  readonly leftovers: number;
  /** Why the document did not open; `hung` if its page was killed. */
  readonly error: string | null;
}

/** The references of all documents from one LibreOffice. */
interface References {
  readonly version: string;
  readonly byPath: ReadonlyMap<string, Reference>;
}

/** The reference of each document, made before the browser starts because both load the processor. */
async function readReferences(office: Office, documents: readonly string[]): Promise<References> {
  const byPath = new Map<string, Reference>();
  for (const path of documents) {
    const reference = await readReference(office, path);
    if (reference !== null) byPath.set(path, reference);
  }
  return { version: office.version, byPath };
}

/** What a document shows: its pages, and the cells of the first sheet where the light viewer shows a workbook. */
interface Shown {
  readonly pages: readonly WordPage[];
  readonly sheet: SheetContent | null;
}

const showsNothing: Shown = { pages: [], sheet: null };

function countSheet(reference: Reference | undefined, shown: Shown, isExact: boolean): SheetCounts | null {
  if (!reference?.sheet) return null;
  if (isExact) return comparePrintedSheet(reference.sheet, shown.pages);
  return compareSheets(reference.sheet, shown.sheet ?? { cells: new Map(), charts: [] });
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const meanOf = (numbers: readonly number[]) =>
  numbers.length === 0 ? null : sumOf(numbers) / numbers.length;

const percent = (share: number | null) => (share === null ? '-' : `${Math.round(share * 100)} %`);

const show = ({
  file,
  reference,
  pages,
  referencePages,
  placed,
  cells,
  charts,
  referenceCharts,
  firstPaintMs,
  requests,
  leftovers,
  error,
}: FidelityLine) =>
  `${percent(placed).padStart(5)} of ${reference}, ${file}: ${pages} of ${referencePages ?? '-'} pages, ${firstPaintMs ?? '-'} ms` +
  (charts === null ? '' : `, ${percent(cells)} of the cells, ${charts} of ${referenceCharts} charts`) +
  (error === null ? '' : `, ${error}`) +
  (requests + leftovers > 0 ? `, ${requests} requests, ${leftovers} leftovers` : '');

function summarise(version: string, lines: readonly FidelityLine[], engine: Engine) {
  const compared = lines.filter(({ placed }) => placed !== null);
  const kept = compared.filter(({ placed }) => (placed ?? 0) >= minPlacedShare[engine]);
  return {
    reference: version,
    files: lines.length,
    compared: compared.length,
    kept: kept.length,
    keptShare: compared.length === 0 ? null : kept.length / compared.length,
    cells: meanOf(lines.flatMap(({ cells }) => cells ?? [])),
    charts: sumOf(lines.map(({ charts }) => charts ?? 0)),
    referenceCharts: sumOf(lines.map(({ referenceCharts }) => referenceCharts ?? 0)),
    samePages: compared.filter(({ pages, referencePages }) => pages === referencePages).length,
    requests: sumOf(lines.map(({ requests }) => requests)),
    leftovers: sumOf(lines.map(({ leftovers }) => leftovers)),
  };
}

/** What a run of the documents found out about one of them. */
type Opened = Pick<FidelityLine, 'file' | 'format' | 'error' | 'firstPaintMs' | 'requests' | 'leftovers'>;

/** Compares what a document shows with its reference from one LibreOffice. */
function compare(
  { file, format, error, firstPaintMs, requests, leftovers }: Opened,
  content: Shown,
  { version, byPath }: References,
  { path, isExact }: { readonly path: string; readonly isExact: boolean },
): FidelityLine {
  const reference = byPath.get(path);
  const counts = reference && comparePages(reference.pages, content.pages);
  const sheet = countSheet(reference, content, isExact);
  return {
    file,
    format,
    reference: version,
    pages: content.pages.length,
    referencePages: reference?.pages.length ?? null,
    placed: counts && counts.words > 0 && (isExact || !sheet) ? counts.placed / counts.words : null,
    cells: sheet?.cells ?? null,
    charts: sheet?.charts ?? null,
    referenceCharts: sheet?.referenceCharts ?? null,
    firstPaintMs,
    requests,
    leftovers,
    error,
  };
}

async function main(folder: string, engine: Engine): Promise<void> {
  const documents = documentsIn(folder, values);
  const nameOf = (path: string) => relative(folder, path) || path;
  const offices = await Promise.all(values.soffice.map((program) => readOffice(program)));
  const references: References[] = [];
  for (const office of offices) references.push(await readReferences(office, documents));
  const shown = new Map<string, Shown>();
  const isExact = engine === 'exact';
  const page = await buildPage(isExact ? ['exact'] : values.frames?.split(','));
  const files = isExact ? new Map([...page, ...(await engineFiles())]) : page;
  const server = await serveCorpus(files, documents);
  const lines: FidelityLine[] = [];
  const remaining = [...documents];
  try {
    await runCorpus({
      origin: server.origin,
      documents,
      nameOf,
      seconds: Number(values.seconds ?? (isExact ? 90 : 30)),
      password: null,
      isTextRead: false,
      exact: isExact,
      async onShown(page, path) {
        const isSheet = references.some(({ byPath }) => byPath.get(path)?.sheet);
        shown.set(nameOf(path), {
          pages: isExact ? await exactPages(page, path) : await shownPages(page),
          sheet: !isExact && isSheet ? await shownSheet(page) : null,
        });
      },
      onLine(opened) {
        const content = (opened.error === null ? shown.get(opened.file) : undefined) ?? showsNothing;
        const path = remaining.shift() ?? '';
        for (const from of references) {
          const line = compare(opened, content, from, { path, isExact });
          lines.push(line);
          console.log(values.json ? JSON.stringify(line) : show(line));
        }
      },
    });
  } finally {
    await server.close();
  }
  for (const { version } of references) {
    const ofVersion = lines.filter(({ reference }) => reference === version);
    const summary = summarise(version, ofVersion, engine);
    console.log(values.json ? JSON.stringify(summary) : table(summary));
  }
}

const isEngine = (name: string): name is Engine => name in minPlacedShare;

// Ends without the driver’s signal handler, which would restart the browser.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const [folder] = positionals;
if (folder === undefined || values.help || !isEngine(values.engine)) {
  console.error(help);
  process.exitCode = values.help ? 0 : 2;
} else await main(resolve(process.env['INIT_CWD'] ?? '.', folder), values.engine);
