import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lackingEngines } from './compat-data.ts';
import { type Finding, mergeFindings } from './findings.ts';
import { readOutputScript } from './output-script.ts';
import { styleUses } from './style-features.ts';
import { type Engine, engineSets, supportedEngines } from './supported-engines.ts';

type Code = Readonly<{ id: string; code: string }>;
/** The record that `recorded-libraries.plugin.mjs` writes for one build. */
type Recorded = Readonly<{ polyfills: readonly Code[]; libraries: readonly Code[] }>;

const allEngines = () => engineSets.flatMap((set) => supportedEngines(set));

/** Builds of scripts that only browsers run. The native shells have no service worker and store data with plugins. */
const browserBuilds = /^(?:service-worker|worker-sqlite|worker-files)/;

const enginesOfBuild = (build: string): readonly Engine[] =>
  browserBuilds.test(build) ? supportedEngines('browsers') : allEngines();

const packageOf = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? id;

/** Finds the features that library code uses and that neither the engines nor the polyfills of the same build provide. */
export function checkLibraries(
  { polyfills, libraries }: Recorded,
  engines: readonly Engine[],
): readonly Finding[] {
  const defined = new Set(polyfills.flatMap(({ code }) => [...readOutputScript(code, engines).polyfills]));
  const scripts = libraries.map(({ id, code }) => ({ id, ...readOutputScript(code, engines) }));
  for (const { polyfills: own } of scripts) for (const path of own) defined.add(path);
  return mergeFindings(
    scripts.flatMap(({ id, names }) =>
      [...names].flatMap((path) => {
        const missingIn = defined.has(path) ? [] : lackingEngines(path, engines);
        return missingIn.length > 0 ? [{ path, file: packageOf(id), lines: [], missingIn }] : [];
      }),
    ),
  );
}

/** Checks the libraries that the last build recorded. */
export function checkRecordedLibraries(folder: string): readonly Finding[] {
  const records = globSync(join(folder, '*.json'));
  if (records.length === 0)
    throw new Error(`${folder} contains no record of a build: run node scripts/build-app.mjs`);
  return mergeFindings(
    records.flatMap((file) =>
      checkLibraries(
        JSON.parse(readFileSync(file, 'utf8')) as Recorded,
        enginesOfBuild(basename(file, '.json')),
      ),
    ),
  );
}

/** The name of a built file without its hash. */
const nameOf = (file: string) => basename(file).replace(/-[\w-]{8}(?=\.\w+$)/, '');

const inlineContentsOf = (html: string, tag: string) =>
  Array.from(html.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g')), ([, text = '']) => text);

/** Removes scripts first, because a script can contain the text of a style sheet. */
const withoutScripts = (html: string) => html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '');

/** Finds the syntax and the styles in built files that an engine lacks. */
export function checkBuiltFiles(folder: string, engines: readonly Engine[]): readonly Finding[] {
  if (!existsSync(folder)) throw new Error(`${folder} is not built`);
  const found: Finding[] = [];
  const add = (file: string, paths: Iterable<string>) => {
    for (const path of paths) {
      const missingIn = lackingEngines(path, engines);
      if (missingIn.length > 0) found.push({ path, file: nameOf(file), lines: [], missingIn });
    }
  };
  for (const file of globSync(join(folder, '**/*.{js,mjs,css,html}'))) {
    const text = readFileSync(file, 'utf8');
    const isPage = file.endsWith('.html');
    const scripts = isPage ? inlineContentsOf(text, 'script') : file.endsWith('.css') ? [] : [text];
    const sheets = isPage
      ? inlineContentsOf(withoutScripts(text), 'style')
      : file.endsWith('.css')
        ? [text]
        : [];
    for (const script of scripts) add(file, readOutputScript(script, engines).syntax);
    for (const sheet of sheets)
      add(
        file,
        styleUses(sheet, { engines, prefixes: 'written' }).map(({ path }) => path),
      );
  }
  return mergeFindings(found);
}
