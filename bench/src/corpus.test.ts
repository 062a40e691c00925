import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildPage } from './corpus-page.ts';
import { type CorpusLine, runCorpus } from './corpus-run.ts';
import { serveCorpus } from './corpus-server.ts';
import { summarise } from './corpus-summary.ts';
import { countWords } from './corpus-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lines = Array.from({ length: 3000 }, (_, index) => `clause${index} 采购合同`);

const samples: Readonly<Record<string, string | Uint8Array>> = {
  'contract.txt': lines.join('\n'),
  'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://example.com/a.png"/></svg>',
  'unknown.bin': Uint8Array.from([1, 2, 3, 4]),
};

it('opens a folder of documents in the built viewers and reports the result of each', async () => {
  const documents = Object.entries(samples).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
  const server = await serveCorpus(await buildPage(['text', 'image']), documents);
  const results: CorpusLine[] = [];
  const texts: string[] = [];
  try {
    await runCorpus({
      origin: server.origin,
      documents,
      nameOf: (path) => basename(path),
      seconds: 60,
      password: null,
      onLine(line, text) {
        results.push(line);
        texts.push(text);
      },
    });
  } finally {
    await server.close();
  }
  expect(results).toMatchObject([
    { file: 'contract.txt', format: 'text', opened: true, error: null, left: [] },
    { file: 'picture.svg', opened: true, requests: 0, left: [] },
    { file: 'unknown.bin', opened: false, error: 'noViewer', firstPaintMs: null },
  ]);
  // All text is found, although the page contains only some screens of it at a time.
  const words = new Set((texts[0] ?? '').split(/\s+/));
  expect(lines.filter((_, index) => !words.has(`clause${index}`))).toEqual([]);
  expect(summarise(results)).toMatchObject({ files: 3, opened: 2, requests: 0, leftovers: 0 });
});

it('counts words in text with and without spaces', () => {
  expect(countWords('采购合同, the purchase contract.')).toBe(5);
  expect(countWords(' \n—')).toBe(0);
});
