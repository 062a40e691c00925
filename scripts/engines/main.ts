// Finds features that the oldest supported engines lack: `node scripts/engines/main.ts sources`, or `output` after a build.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../toolchain.mjs';
import { appProjects, appRealms } from './app-realms.ts';
import { applyExceptions } from './apply-exceptions.ts';
import { lackingEngines } from './compat-data.ts';
import { type Exception, scriptExceptions } from './exceptions.ts';
import { checkScripts, type Finding, mergeFindings } from './findings.ts';
import { libraryExceptions, shellOutputExceptions } from './library-exceptions.ts';
import { checkBuiltFiles, checkRecordedLibraries } from './output.ts';
import { styleExceptions } from './style-exceptions.ts';
import { styleUses } from './style-features.ts';
import { engineSets, supportedEngines } from './supported-engines.ts';

const describe = ({ path, file, lines, missingIn }: Finding) =>
  `${[file, ...lines].join(':')}: ${path} is missing in ${missingIn.map(({ browser, version }) => `${browser} ${version}`).join(', ')}`;

/** Only the build for browsers contains all libraries. In other builds an exception without a use is no problem. */
function report(
  findings: readonly Finding[],
  exceptions: readonly Exception[],
  hasAllLibraries = true,
): void {
  const { remaining, unused } = applyExceptions(findings, exceptions);
  const problems = [
    ...remaining.map(describe),
    ...(hasAllLibraries ? unused : []).map((each) => `exception without a use: ${each}`),
  ];
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}

/** @returns the features that the app's style sheets use and that an engine lacks. */
function checkStyles(): readonly Finding[] {
  const engines = engineSets.flatMap((set) => supportedEngines(set));
  return mergeFindings(
    globSync(join(root, '{apps/mobile,packages/ui,packages/viewers}/src/**/*.css')).flatMap((file) =>
      styleUses(readFileSync(file, 'utf8'), { engines, prefixes: 'added' }).flatMap(({ path, line }) => {
        const missingIn = lackingEngines(path, engines);
        return missingIn.length > 0 ? [{ path, file: relative(root, file), lines: [line], missingIn }] : [];
      }),
    ),
  );
}

const browserBuild = 'apps/mobile/dist';
const [subject, folder = browserBuild] = process.argv.slice(2);
if (subject === 'sources') {
  report(checkScripts({ root, projects: appProjects, realms: appRealms }), scriptExceptions);
  report(checkStyles(), styleExceptions);
} else if (subject === 'output') {
  const isForBrowsers = folder === browserBuild;
  report(
    checkRecordedLibraries(join(root, 'node_modules/.cache/engine-check')),
    libraryExceptions,
    isForBrowsers,
  );
  const built = checkBuiltFiles(join(root, folder), supportedEngines(isForBrowsers ? 'browsers' : 'shells'));
  // The build contains the style sheets of the sources. The check of the sources has already reported their features.
  const isStyle = ({ path }: Finding) => path.startsWith('css.');
  const known = new Set(styleExceptions.flatMap(({ features }) => features));
  const isKnown = ({ path }: Finding) =>
    Array.from(known).some((each) => path === each || path.startsWith(`${each}.`));
  report(
    built.filter((finding) => !isStyle(finding) || !isKnown(finding)),
    isForBrowsers ? [] : shellOutputExceptions,
  );
} else {
  process.stderr.write('usage: node scripts/engines/main.ts sources | output [folder]\n');
  process.exitCode = 2;
}
