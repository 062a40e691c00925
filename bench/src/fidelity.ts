import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { documentsIn } from './corpus-documents.ts';
import { buildPage, engineFiles } from './corpus-page.ts';
import { runCorpus } from './corpus-run.ts';
import { serveCorpus } from './corpus-server.ts';
import { exactPages, pdfPages, referencePdf } from './fidelity-reference.ts';
import { comparePages, shownPages, type WordPage } from './fidelity-words.ts';
import { table } from './table.ts';

const help = `usage: npm run -s fidelity -- DIR [options]

Compares where words are: in the built viewers in Chromium, and in the PDF that LibreOffice (soffice) makes of the same file,
read by pdftotext. A word is placed if it is on the same page, at most 3 % of the size of the page away. A line a file; the
last line sums up. Files that LibreOffice does not open, or without words, are left out of the share.

  --json           each line is JSON: file, format, pages, referencePages, placed, firstPaintMs, requests, leftovers,
                   error
  --engine NAME    light: the viewers that open every document; exact: the engine of exact pages, packed and run as in the app (light)
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
  readonly pages: number;
  readonly referencePages: number | null;
  /** The share of placed words; null without a reference or without words. */
  readonly placed: number | null;
  readonly firstPaintMs: number | null;
  readonly requests: number;
  readonly leftovers: number;
  /** Why the document did not open; `hung` if its page was killed. */
  readonly error: string | null;
}

/** The reference of each document, made before the browser starts because both load the processor. */
async function readReferences(documents: readonly string[]) {
  const references = new Map<string, readonly WordPage[]>();
  for (const path of documents) {
    const pdf = await referencePdf(path);
    if (pdf !== null) references.set(path, await pdfPages(pdf));
  }
  return references;
}

const percent = (share: number | null) => (share === null ? '-' : `${Math.round(share * 100)} %`);

const show = ({
  file,
  pages,
  referencePages,
  placed,
  firstPaintMs,
  requests,
  leftovers,
  error,
}: FidelityLine) =>
  `${percent(placed).padStart(5)} ${file}: ${pages} of ${referencePages ?? '-'} pages, ${firstPaintMs ?? '-'} ms` +
  (error === null ? '' : `, ${error}`) +
  (requests + leftovers > 0 ? `, ${requests} requests, ${leftovers} leftovers` : '');

function summarise(lines: readonly FidelityLine[], engine: Engine) {
  const compared = lines.filter(({ placed }) => placed !== null);
  const kept = compared.filter(({ placed }) => (placed ?? 0) >= minPlacedShare[engine]);
  return {
    files: lines.length,
    compared: compared.length,
    kept: kept.length,
    keptShare: compared.length === 0 ? null : kept.length / compared.length,
    samePages: compared.filter(({ pages, referencePages }) => pages === referencePages).length,
    requests: lines.reduce((sum, { requests }) => sum + requests, 0),
    leftovers: lines.reduce((sum, { leftovers }) => sum + leftovers, 0),
  };
}

async function main(folder: string, engine: Engine): Promise<void> {
  const documents = documentsIn(folder, values);
  const nameOf = (path: string) => relative(folder, path) || path;
  const references = await readReferences(documents);
  const shown = new Map<string, readonly WordPage[]>();
  const isExact = engine === 'exact';
  const page = await buildPage(isExact ? ['exact'] : values.frames?.split(','));
  const files = isExact ? new Map([...page, ...(await engineFiles())]) : page;
  const server = await serveCorpus(files, documents);
  const lines: FidelityLine[] = [];
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
        shown.set(nameOf(path), isExact ? await exactPages(page, path) : await shownPages(page));
      },
      onLine({ file, format, error, firstPaintMs, requests, leftovers }) {
        const pages = error === null ? (shown.get(file) ?? []) : [];
        const reference = references.get(documents[lines.length] ?? '');
        const counts = reference && comparePages(reference, pages);
        const line: FidelityLine = {
          file,
          format,
          pages: pages.length,
          referencePages: reference?.length ?? null,
          placed: counts && counts.words > 0 ? counts.placed / counts.words : null,
          firstPaintMs,
          requests,
          leftovers,
          error,
        };
        lines.push(line);
        console.log(values.json ? JSON.stringify(line) : show(line));
      },
    });
  } finally {
    await server.close();
  }
  const summary = summarise(lines, engine);
  console.log(values.json ? JSON.stringify(summary) : table(summary));
}

const isEngine = (name: string): name is Engine => name in minPlacedShare;

// Ends without the driver’s signal handler, which would restart the browser.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const [folder] = positionals;
if (folder === undefined || values.help || !isEngine(values.engine)) {
  console.error(help);
  process.exitCode = values.help ? 0 : 2;
} else await main(resolve(process.env['INIT_CWD'] ?? '.', folder), values.engine);
