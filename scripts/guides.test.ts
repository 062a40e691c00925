import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { chineseTypeNames, englishTypeNames } from '@sealflow/domain/workflow';
import { describe, expect, it } from 'vitest';
import { en as consoleEn } from '../apps/console/src/i18n/en.ts';
import { zh as consoleZh } from '../apps/console/src/i18n/zh.ts';
import { minimumVersions } from '../apps/mobile/src/app/browser-check/requirements.rules.ts';
import { en } from '../apps/mobile/src/i18n/en.ts';
import { zh } from '../apps/mobile/src/i18n/zh.ts';
import { runCommandLine } from '../apps/server/src/cli/command-line.usecases.ts';
import { errorCatalogue } from '../packages/domain/src/errors.ts';

const folder = 'docs/guide';
const guides = globSync(`${folder}/*.md`).toSorted();
const read = (path: string) => readFileSync(path, 'utf8');

/** All texts of a catalogue without parameters. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The texts that the app shows, including the names of application types and the errors of the service. */
const shownTexts = {
  zh: new Set([
    ...textsOf(zh),
    ...Object.values(chineseTypeNames),
    ...Object.values(errorCatalogue).map(({ text }) => text.cn),
  ]),
  en: new Set([
    ...textsOf(en),
    ...Object.values(englishTypeNames),
    ...Object.values(errorCatalogue).map(({ text }) => text.en),
  ]),
};

const boldTexts = (guide: string) =>
  [...guide.matchAll(/\*\*(.+?)\*\*/g)].map(([, text = '']) => text.trim());

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Links and pictures of a page, except those to other hosts. */
const linksOf = (guide: string) =>
  [...guide.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));

function isBroken(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : normalize(join(dirname(path), file));
  if (!existsSync(target)) return true;
  return anchor !== undefined && !anchorsOf(target).includes(decodeURIComponent(anchor));
}

/** Command lines in code blocks, and commands in inline code such as `key rotate`. Continued lines are joined. */
const commandLinesOf = (guide: string) =>
  [
    ...guide.replaceAll(/\\\n\s*/g, '').matchAll(/npm run -s sealflow -- ([^\n`…]+)/g),
    ...guide.matchAll(/`((?!npm |systemctl )[a-z-]+(?: [a-z-]+)+)`/g),
  ].map(([, line = '']) => line.replace(/\s+#.*$/, ''));

/** The usage of a command, or undefined if the command line does not know it. */
async function usageOf(commandLine: string): Promise<string | undefined> {
  const [words = ''] = commandLine.split(/\s+(?=--|['"<|])/);
  let output = '';
  await runCommandLine([...words.split(/\s+/), '--help'], {
    env: {},
    folder: '.',
    out: (text) => (output += text),
    err: (text) => (output += text),
  });
  const [usage = ''] = output.split('\n');
  return usage.startsWith('usage: ') && !usage.includes('<command>') ? usage : undefined;
}

const commonOptions = new Set(['--json', '--help', '--url', '--credential-file']);

async function problemOf(commandLine: string): Promise<string[]> {
  const usage = await usageOf(commandLine);
  if (usage === undefined) return [`unknown command: ${commandLine}`];
  return [...commandLine.matchAll(/(?<=\s)--[a-z][a-z-]*/g)]
    .map(([option]) => option)
    .filter((option) => !commonOptions.has(option) && !new RegExp(`${option}(?![a-z-])`).test(usage))
    .map((option) => `${option} is no option of: ${commandLine}`);
}

describe.each([
  ['employee.zh-CN.md', shownTexts.zh],
  ['employee.md', shownTexts.en],
])('%s', (name, texts) => {
  it('quotes in bold only texts that the app shows', () => {
    const bold = boldTexts(read(`${folder}/${name}`));
    expect(bold.length).toBeGreaterThan(50);
    expect(bold.filter((text) => !texts.has(text))).toEqual([]);
  });

  it('names the oldest supported browsers', () => {
    const { chromium, safari, firefox } = minimumVersions;
    expect(read(`${folder}/${name}`)).toMatch(
      new RegExp(`Edge ${chromium}.*Safari ${safari}.*Firefox ${firefox}`),
    );
  });
});

describe.each(['administrator', 'operator'])('the guide of the %s', (name) => {
  it.each([
    ['md', consoleEn],
    ['zh-CN.md', consoleZh],
  ])('quotes in bold only texts that the console shows (%s)', (end, texts) => {
    const shown = new Set(textsOf(texts));
    const bold = boldTexts(read(`${folder}/${name}.${end}`));
    expect(bold.length).toBeGreaterThan(20);
    expect(bold.filter((text) => !shown.has(text))).toEqual([]);
  });

  it.each(['md', 'zh-CN.md'])('names only commands and options that exist (%s)', async (end) => {
    const lines = commandLinesOf(read(`${folder}/${name}.${end}`));
    expect(lines.length).toBeGreaterThan(10);
    const problems = await Promise.all(lines.map(problemOf));
    expect(problems.flat()).toEqual([]);
  });

  it('gives the same commands in both languages', () => {
    const names = (end: string) => {
      const lines = commandLinesOf(read(`${folder}/${name}.${end}`));
      return [...new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' ')))].toSorted();
    };
    expect(names('zh-CN.md')).toEqual(names('md'));
  });
});

it.each(guides)('%s has no broken link and no missing picture', (path) => {
  expect(linksOf(read(path)).filter((link) => isBroken(path, link))).toEqual([]);
});

it('every picture of the guides is used', () => {
  const used = new Set(
    guides.flatMap((path) => linksOf(read(path)).map((link) => normalize(join(dirname(path), link)))),
  );
  expect(globSync('docs/pictures/{zh,en}/*.png').filter((picture) => !used.has(picture))).toEqual([]);
});
