import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lackingEngines } from './compat-data.ts';
import { type Finding, mergeFindings } from './findings.ts';
import { readOutputScript } from './output-script.ts';
import { styleUses } from './style-features.ts';
import { type Engine, engineSets, supportedEngines } from './supported-engines.ts';

type Code = Readonly<{ id: string; code: string }>;
/** What `recorded-libraries.plugin.mjs` writes of one build. */
type Recorded = Readonly<{ polyfills: readonly Code[]; libraries: readonly Code[] }>;

const allEngines = () => engineSets.flatMap((set) => supportedEngines(set));

/** Builds of scripts that run in browsers alone: the shells have no service worker, and store by their plugins. */
const browserBuilds = /^(?:service-worker|worker-sqlite|worker-files)/;

const enginesOfBuild = (build: string): readonly Engine[] =>
  browserBuilds.test(build) ? supportedEngines('browsers') : allEngines();

const packageOf = (id: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? id;

/** Says of the code of libraries what it uses that is neither in the engines nor polyfilled in the same build. */
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
        const lacking = defined.has(path) ? [] : lackingEngines(path, engines);
        return lacking.length > 0 ? [{ path, file: packageOf(id), lines: [], lacking }] : [];
      }),
    ),
  );
}

/** Reads what the last build recorded of its libraries. */
export function checkRecordedLibraries(folder: string): readonly Finding[] {
  const records = globSync(join(folder, '*.json'));
  if (records.length === 0)
    throw new Error(`${folder} has no record of a build: run node scripts/build-app.mjs`);
  return mergeFindings(
    records.flatMap((file) =>
      checkLibraries(
        JSON.parse(readFileSync(file, 'utf8')) as Recorded,
        enginesOfBuild(basename(file, '.json')),
      ),
    ),
  );
}

/** A built file's name without its hash. */
const nameOf = (file: string) => basename(file).replace(/-[\w-]{8}(?=\.\w+$)/, '');

const inlineOf = (html: string, tag: string) =>
  Array.from(html.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g')), ([, text = '']) => text);

/** A script may have the text of a style sheet in it. */
const withoutScripts = (html: string) => html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, '');

/** Finds syntax and styles of built files that an engine lacks: what the build has not lowered. */
export function checkBuiltFiles(folder: string, engines = allEngines()): readonly Finding[] {
  if (!existsSync(folder)) throw new Error(`${folder} is not built`);
  const found: Finding[] = [];
  const add = (file: string, paths: Iterable<string>) => {
    for (const path of paths) {
      const lacking = lackingEngines(path, engines);
      if (lacking.length > 0) found.push({ path, file: nameOf(file), lines: [], lacking });
    }
  };
  for (const file of globSync(join(folder, '**/*.{js,mjs,css,html}'))) {
    const text = readFileSync(file, 'utf8');
    const isPage = file.endsWith('.html');
    const scripts = isPage ? inlineOf(text, 'script') : file.endsWith('.css') ? [] : [text];
    const sheets = isPage ? inlineOf(withoutScripts(text), 'style') : file.endsWith('.css') ? [text] : [];
    for (const script of scripts) add(file, readOutputScript(script, engines).syntax);
    for (const sheet of sheets)
      add(
        file,
        styleUses(sheet, { engines, prefixes: 'written' }).map(({ path }) => path),
      );
  }
  return mergeFindings(found);
}
