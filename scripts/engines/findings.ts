import { relative } from 'node:path';
import { type CompatPath, lackingEngines } from './compat-data.ts';
import { loadRealms, type Realm } from './module-graph.ts';
import { openSourceProgram } from './source-program.ts';
import { type Engine, type EngineSet, engineSets, supportedEngines } from './supported-engines.ts';

/** A feature that a file uses and that an engine lacks. */
export type Finding = Readonly<{
  path: CompatPath;
  file: string;
  lines: readonly number[];
  missingIn: readonly Engine[];
}>;

/** Merges the findings of the same file and feature from several realms. */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.file} ${finding.path}`;
    const known = merged.get(key);
    const missingIn = [...(known?.missingIn ?? []), ...finding.missingIn];
    merged.set(key, {
      ...finding,
      lines: Array.from(new Set([...(known?.lines ?? []), ...finding.lines])).sort((a, b) => a - b),
      missingIn: missingIn.filter(
        ({ browser }, index) => missingIn.findIndex((other) => other.browser === browser) === index,
      ),
    });
  }
  return Array.from(merged.values());
}

/**
 * Finds the features that scripts use and that neither an engine of their realm nor a polyfill provides.
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
      throw new Error(`no checked TypeScript project contains ${file}`);
    });
    return mergeFindings(
      loaded.flatMap(({ file, module, engineSet, polyfilled }) =>
        module.uses.flatMap(({ path, line }) => {
          const missingIn = polyfilled.has(path) ? [] : lackingEngines(path, enginesOf(engineSet));
          return missingIn.length > 0 ? [{ path, file: relative(root, file), lines: [line], missingIn }] : [];
        }),
      ),
    );
  } finally {
    for (const program of programs) program.close();
  }
}
