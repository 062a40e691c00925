import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DOMParser } from '@xmldom/xmldom';
import type { Page } from 'playwright';
import type { Bench } from './corpus-entry.ts';
import { parseFlatWorkbook, type SheetContent } from './fidelity-sheet.ts';
import type { WordPage } from './fidelity-words.ts';

const run = promisify(execFile);
const maxConversionMs = 60_000;
const maxOutputBytes = 256 * 1024 * 1024;
const maxWorkbookBytes = 32 * 1024 * 1024;
const workbookEndings = new Set(['.ods', '.xls', '.xlsb', '.xlsm', '.xlsx']);

/** What is made is kept between runs, by the hash of the document. */
const folder = join(tmpdir(), 'sealflow-fidelity');

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** An installed LibreOffice. */
export interface Office {
  readonly program: string;
  readonly version: string;
}

/** Reads the output of `soffice --version`. */
export const versionIn = (output: string): string | null =>
  /LibreOffice(?:Dev)? (\d+(?:\.\d+)*)/.exec(output)?.[1] ?? null;

/** @throws unless the program answers with the version of a LibreOffice. */
export async function readOffice(program: string): Promise<Office> {
  const { stdout } = await run(program, ['--version'], { timeout: maxConversionMs });
  const version = versionIn(stdout);
  if (version === null) throw new Error(`${program} is not LibreOffice`);
  return { program, version };
}

/**
 * Runs a program to its end, whatever its exit code. After the time it is killed with the programs that it started: LibreOffice
 * is started by another program, and would go on and keep its profile locked.
 * @returns whether the program ended by itself.
 */
export function runWithin(ms: number, program: string, parameters: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { detached: true, stdio: 'ignore' });
    const kill = () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    let isEnded = true;
    const timer = setTimeout(() => {
      isEnded = false;
      kill();
    }, ms);
    const forget = () => {
      clearTimeout(timer);
      process.off('exit', kill);
    };
    process.once('exit', kill);
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('close', () => {
      forget();
      resolve(isEnded);
    });
  });
}

/** The file that LibreOffice makes of a document; null where LibreOffice does not open it. */
async function referenceFile(office: Office, path: string, kind: 'fods' | 'pdf'): Promise<string | null> {
  // A release neither reads the pages of another nor writes into its profile.
  const home = join(folder, office.version);
  mkdirSync(home, { recursive: true });
  const target = join(home, hashOf(path));
  if (existsSync(`${target}.${kind}`)) return `${target}.${kind}`;
  if (existsSync(`${target}.failed`)) return null;
  const output = mkdtempSync(join(home, 'output-'));
  const profile = `-env:UserInstallation=${pathToFileURL(join(home, 'profile')).href}`;
  try {
    const isEnded = await runWithin(maxConversionMs, office.program, [
      profile,
      '--headless',
      '--convert-to',
      kind,
      '--outdir',
      output,
      path,
    ]);
    // A busy machine may need longer: the next run tries again.
    if (!isEnded) return null;
    // A conversion that crashes leaves a lock or an empty file.
    const made = readdirSync(output).find(
      (name) => name.endsWith(`.${kind}`) && statSync(join(output, name)).size > 0,
    );
    if (made === undefined) writeFileSync(`${target}.failed`, '');
    else renameSync(join(output, made), `${target}.${kind}`);
    return made === undefined ? null : `${target}.${kind}`;
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** The pages that LibreOffice makes of a document, and the first sheet of a workbook. */
export interface Reference {
  readonly pages: readonly WordPage[];
  readonly sheet: SheetContent | null;
}

/** What LibreOffice makes of a document; null where LibreOffice does not open it. */
export async function readReference(office: Office, path: string): Promise<Reference | null> {
  const pdf = await referenceFile(office, path, 'pdf');
  return pdf === null ? null : { pages: await pdfPages(pdf), sheet: await referenceSheet(office, path) };
}

/** The first sheet of a workbook as LibreOffice reads it; null for other documents and very large workbooks. */
async function referenceSheet(office: Office, path: string): Promise<SheetContent | null> {
  if (!workbookEndings.has(extname(path).toLowerCase())) return null;
  const file = await referenceFile(office, path, 'fods');
  if (file === null || statSync(file).size > maxWorkbookBytes) return null;
  const parser = new DOMParser({ onError: () => undefined });
  return parseFlatWorkbook(parser.parseFromString(readFileSync(file, 'utf8'), 'text/xml'));
}

/** The pages that the engine of exact pages made of a document. Their PDF is kept beside the references. */
export async function exactPages(page: Page, path: string): Promise<readonly WordPage[]> {
  const pdf = await page.evaluate(() => (globalThis as unknown as { bench: Bench }).bench.rendition());
  mkdirSync(folder, { recursive: true });
  const target = join(folder, `${hashOf(path)}.exact.pdf`);
  writeFileSync(target, pdf, 'base64');
  return pdfPages(target);
}

/** The words of a PDF. */
export async function pdfPages(path: string): Promise<readonly WordPage[]> {
  const { stdout } = await run('pdftotext', ['-bbox', path, '-'], { maxBuffer: maxOutputBytes });
  return parseBoxes(stdout);
}

const controlCharacters = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** Reads the output of `pdftotext -bbox`. */
export function parseBoxes(output: string): readonly WordPage[] {
  const body = output.slice(output.indexOf('<doc>'), output.indexOf('</doc>') + '</doc>'.length);
  const parsed = new DOMParser().parseFromString(body.replaceAll(controlCharacters, ' '), 'text/xml');
  const numberOf = (element: { getAttribute(name: string): string | null }, name: string) =>
    Number(element.getAttribute(name));
  return Array.from(parsed.getElementsByTagName('page'), (page) => ({
    width: numberOf(page, 'width'),
    height: numberOf(page, 'height'),
    words: Array.from(page.getElementsByTagName('word'), (word) => ({
      text: word.textContent ?? '',
      left: numberOf(word, 'xMin'),
      right: numberOf(word, 'xMax'),
      top: numberOf(word, 'yMin'),
      bottom: numberOf(word, 'yMax'),
    })),
  }));
}
