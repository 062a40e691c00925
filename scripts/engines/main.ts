// Finds what the oldest supported engines lack: `node scripts/engines/main.ts sources`, or `output` after a build.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../toolchain.mjs';
import { appProjects, appRealms } from './app-realms.ts';
import { applyExceptions } from './apply-exceptions.ts';
import { lackingEngines } from './compat-data.ts';
import { type Exception, scriptExceptions, styleExceptions } from './exceptions.ts';
import { checkScripts, type Finding, mergeFindings } from './findings.ts';
import { libraryExceptions, outputExceptions } from './library-exceptions.ts';
import { checkBuiltFiles, checkRecordedLibraries } from './output.ts';
import { styleUses } from './style-features.ts';
import { engineSets, supportedEngines } from './supported-engines.ts';

const describe = ({ path, file, lines, lacking }: Finding) =>
  `${[file, ...lines].join(':')}: ${path} is lacking in ${lacking.map(({ browser, version }) => `${browser} ${version}`).join(', ')}`;

/** The build for browsers has all libraries; another lacks some, so that an exception may have no use there. */
function report(findings: readonly Finding[], exceptions: readonly Exception[], hasAll = true): void {
  const { left, unused } = applyExceptions(findings, exceptions);
  const problems = [
    ...left.map(describe),
    ...(hasAll ? unused : []).map((each) => `exception without a use: ${each}`),
  ];
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}

/** @returns what the app's style sheets use and an engine lacks. */
function checkStyles(): readonly Finding[] {
  const engines = engineSets.flatMap((set) => supportedEngines(set));
  return mergeFindings(
    globSync(join(root, '{apps/mobile,packages/ui,packages/viewers}/src/**/*.css')).flatMap((file) =>
      styleUses(readFileSync(file, 'utf8'), { engines, prefixes: 'added' }).flatMap(({ path, line }) => {
        const lacking = lackingEngines(path, engines);
        return lacking.length > 0 ? [{ path, file: relative(root, file), lines: [line], lacking }] : [];
      }),
    ),
  );
}

const browserBuild = 'apps/mobile/dist';
const [what, folder = browserBuild] = process.argv.slice(2);
if (what === 'sources') {
  report(checkScripts({ root, projects: appProjects, realms: appRealms }), scriptExceptions);
  report(checkStyles(), styleExceptions);
} else if (what === 'output') {
  report(
    checkRecordedLibraries(join(root, 'node_modules/.cache/engine-check')),
    libraryExceptions,
    folder === browserBuild,
  );
  const built = checkBuiltFiles(join(root, folder));
  // The sources' style sheets are in the build too; what they may use was judged there.
  const isStyle = ({ path }: Finding) => path.startsWith('css.');
  const known = new Set(styleExceptions.flatMap(({ features }) => features));
  const isKnown = ({ path }: Finding) =>
    Array.from(known).some((each) => path === each || path.startsWith(`${each}.`));
  report(
    built.filter((finding) => !isStyle(finding) || !isKnown(finding)),
    outputExceptions,
    folder === browserBuild,
  );
} else {
  process.stderr.write('usage: node scripts/engines/main.ts sources | output [folder]\n');
  process.exitCode = 2;
}
