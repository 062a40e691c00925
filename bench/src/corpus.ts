import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { documentsIn } from './corpus-documents.ts';
import { buildPage } from './corpus-page.ts';
import { type CorpusLine, runCorpus } from './corpus-run.ts';
import { serveCorpus } from './corpus-server.ts';
import { summarise } from './corpus-summary.ts';
import { table } from './table.ts';

const help = `usage: npm run -s corpus -- DIR [options]

Opens every file below DIR in the built viewers, one after the other in Chromium, as the app would: by its content, with
bytes in ranges. A line a file; the last line sums up.

  --json           each line is JSON: file, format, opened, error, words, firstPaintMs, requests, leftovers, left
  --ext docx,doc   only files of these endings
  --match TEXT     only files whose path contains the text
  --limit N        at most N files, spread evenly
  --seconds S      a file that takes longer is given up and its page killed (30)
  --password P     given to documents that ask for one
  --no-worker      films are fed piece by piece, as where there is no service worker
  --frames word    builds the viewer frames of these families alone: files of others count as too slow
  --words FOLDER   writes the text that was shown of each file
  --pictures FOLDER  writes a picture of each file's first screen`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    ext: { type: 'string' },
    match: { type: 'string' },
    limit: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    password: { type: 'string' },
    frames: { type: 'string' },
    'no-worker': { type: 'boolean', default: false },
    words: { type: 'string' },
    pictures: { type: 'string' },
    help: { type: 'boolean' },
  },
});

const flat = (name: string) => name.replaceAll(/[\\/]/g, '__');

function show({ file, error, words, firstPaintMs, requests, leftovers }: CorpusLine): string {
  const facts = error ?? `${words} words, ${firstPaintMs} ms`;
  const wrong = requests + leftovers > 0 ? `, ${requests} requests, ${leftovers} leftovers` : '';
  return `${error === null ? '✓' : '✗'} ${file}: ${facts}${wrong}`;
}

async function main(folder: string): Promise<void> {
  const documents = documentsIn(folder, values);
  for (const target of [values.words, values.pictures]) if (target) mkdirSync(target, { recursive: true });
  const nameOf = (path: string) => relative(folder, path) || path;
  const server = await serveCorpus(await buildPage(values.frames?.split(',')), documents);
  const lines: CorpusLine[] = [];
  try {
    await runCorpus({
      origin: server.origin,
      documents,
      nameOf,
      seconds: Number(values.seconds),
      password: values.password ?? null,
      worker: !values['no-worker'],
      onLine(line, text) {
        lines.push(line);
        if (values.words) writeFileSync(join(values.words, `${flat(line.file)}.txt`), text);
        console.log(values.json ? JSON.stringify(line) : show(line));
      },
      async onShown(page, path) {
        if (!values.pictures) return;
        await page.screenshot({ path: join(values.pictures, `${flat(nameOf(path))}.png`) });
      },
    });
  } finally {
    await server.close();
  }
  const summary = summarise(lines);
  console.log(values.json ? JSON.stringify(summary) : table(summary));
}

// Ends without the driver’s signal handler, which would restart the browser.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const [folder] = positionals;
if (folder === undefined || values.help) {
  console.error(help);
  process.exitCode = values.help ? 0 : 2;
} else await main(resolve(process.env['INIT_CWD'] ?? '.', folder));
