/** @returns whether `isRoot` holds for a module or for one that imports it statically. */
function isReachedFrom(id, graph, isRoot) {
  const found = new Set();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const info = graph.getModuleInfo(next);
    if (info && isRoot(info)) return true;
    waiting.push(...(info?.importers ?? []));
  }
  return false;
}

const isEntry = (info) => info.isEntry;
const isLazy = (info) => info.dynamicImporters.length > 0;

/**
 * Code splitting of workers: `worker.rolldownOptions.output` of a Vite configuration. Without a separate group,
 * modules that the entry shares with a lazy chunk are put into the entry's chunk, and the lazy chunk imports them
 * from there.
 */
export const workerOutput = {
  codeSplitting: {
    groups: [
      {
        name(id, graph) {
          if (graph.getModuleInfo(id)?.isEntry) return null;
          return isReachedFrom(id, graph, isEntry) && isReachedFrom(id, graph, isLazy) ? 'shared' : null;
        },
      },
    ],
  },
};

const plain = (id) => id.replace(/[?#].*$/, '');

const chunksOf = (bundle) => Object.values(bundle).filter(({ type }) => type === 'chunk');

/** @returns one line for each chunk that imports one of the files. */
const importsOf = (bundle, files) =>
  chunksOf(bundle).flatMap((chunk) =>
    [...chunk.imports, ...chunk.dynamicImports]
      // An external import keeps the path of the source.
      .map((file) => file.replace(/^\.?\//, ''))
      .filter((file) => files.has(file))
      .map((file) => `${chunk.fileName} imports the worker entry ${file}`),
  );

/**
 * Fails a build in which a chunk imports the entry module of a worker. WebKit does not list that module in the
 * worker's module map: an import evaluates it a second time, with a second set of its variables and a second message
 * listener.
 *
 * @returns {{ page: import('vite').Plugin, worker: import('vite').Plugin }} `page` for `plugins`, `worker` for
 *   `worker.plugins`. The page plugin also rejects a page chunk that contains the entry module of a worker.
 */
export function refuseWorkerEntryImports() {
  const entryFiles = new Set();
  const entryModules = new Set();
  const refuse = (context, problems) => {
    if (problems.length > 0) context.error(problems.join('\n'));
  };
  return {
    worker: {
      name: 'refuse-worker-entry-imports:worker',
      generateBundle(_options, bundle) {
        for (const chunk of chunksOf(bundle).filter(isEntry)) {
          entryFiles.add(chunk.fileName);
          if (chunk.facadeModuleId) entryModules.add(plain(chunk.facadeModuleId));
        }
        refuse(this, importsOf(bundle, entryFiles));
      },
    },
    page: {
      name: 'refuse-worker-entry-imports:page',
      apply: 'build',
      generateBundle(_options, bundle) {
        const contained = chunksOf(bundle).flatMap((chunk) =>
          chunk.moduleIds
            .filter((id) => entryModules.has(id))
            .map((id) => `${chunk.fileName} contains the worker entry module ${id}`),
        );
        refuse(this, [...importsOf(bundle, entryFiles), ...contained]);
      },
    },
  };
}
