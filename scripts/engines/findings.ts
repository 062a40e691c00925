import { relative } from 'node:path';
import { type CompatPath, lackingEngines } from './compat-data.ts';
import { loadRealms, type Realm } from './module-graph.ts';
import { openSourceProgram } from './source-program.ts';
import { type Engine, type EngineSet, engineSets, supportedEngines } from './supported-engines.ts';

/** A feature that a file uses and an engine lacks. */
export type Finding = Readonly<{
  path: CompatPath;
  file: string;
  lines: readonly number[];
  lacking: readonly Engine[];
}>;

/** Adds up what the same file uses in several realms. */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.file} ${finding.path}`;
    const known = merged.get(key);
    const lacking = [...(known?.lacking ?? []), ...finding.lacking];
    merged.set(key, {
      ...finding,
      lines: Array.from(new Set([...(known?.lines ?? []), ...finding.lines])).sort((a, b) => a - b),
      lacking: lacking.filter(
        ({ browser }, index) => lacking.findIndex((other) => other.browser === browser) === index,
      ),
    });
  }
  return Array.from(merged.values());
}

/**
 * Finds the features that scripts use and an engine of theirs has neither itself nor by a polyfill.
 * @param projects - the `tsconfig.json` files of the scripts.
 */
export function checkScripts({
  root,
  projects,
  realms,
  enginesOf = supportedEngines,
}: {
  root: string;
  projects: readonly string[];
  realms: readonly Realm[];
  enginesOf?: (set: EngineSet) => readonly Engine[];
}): readonly Finding[] {
  const programs = projects.map((config) => openSourceProgram(config, engineSets.flatMap(enginesOf)));
  try {
    const loaded = loadRealms(root, realms, (file) => {
      for (const program of programs) {
        const module = program.readModule(file);
        if (module) return module;
      }
      throw new Error(`${file} is in no TypeScript project that is checked`);
    });
    return mergeFindings(
      loaded.flatMap(({ file, module, engineSet, polyfilled }) =>
        module.uses.flatMap(({ path, line }) => {
          const lacking = polyfilled.has(path) ? [] : lackingEngines(path, enginesOf(engineSet));
          return lacking.length > 0 ? [{ path, file: relative(root, file), lines: [line], lacking }] : [];
        }),
      ),
    );
  } finally {
    for (const program of programs) program.close();
  }
}
