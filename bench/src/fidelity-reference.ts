import { execFile } from 'node:child_process';
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
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DOMParser } from '@xmldom/xmldom';
import type { Page } from 'playwright';
import type { Bench } from './corpus-entry.ts';
import type { WordPage } from './fidelity-words.ts';

const run = promisify(execFile);
const maxConversionMs = 60_000;
const maxOutputBytes = 256 * 1024 * 1024;

/** References are kept between runs, by the hash of the document. */
const folder = join(tmpdir(), 'sealflow-fidelity');

const targetOf = (path: string) =>
  join(folder, createHash('sha256').update(readFileSync(path)).digest('hex'));

/** The PDF that LibreOffice makes of a document; null where LibreOffice does not open it. */
export async function referencePdf(path: string): Promise<string | null> {
  mkdirSync(folder, { recursive: true });
  const target = targetOf(path);
  if (existsSync(`${target}.pdf`)) return `${target}.pdf`;
  if (existsSync(`${target}.failed`)) return null;
  const output = mkdtempSync(join(folder, 'output-'));
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  try {
    await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', output, path], {
      timeout: maxConversionMs,
      killSignal: 'SIGKILL',
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error;
    });
    // A conversion that is killed leaves a lock or an empty file.
    const pdf = readdirSync(output).find(
      (name) => name.endsWith('.pdf') && statSync(join(output, name)).size > 0,
    );
    if (pdf === undefined) writeFileSync(`${target}.failed`, '');
    else renameSync(join(output, pdf), `${target}.pdf`);
    return pdf === undefined ? null : `${target}.pdf`;
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** The pages that the engine of exact pages made of a document. Their PDF is kept beside the reference. */
export async function exactPages(page: Page, path: string): Promise<readonly WordPage[]> {
  const pdf = await page.evaluate(() => (globalThis as unknown as { bench: Bench }).bench.rendition());
  const target = `${targetOf(path)}.exact.pdf`;
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
