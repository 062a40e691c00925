import { fileURLToPath } from 'node:url';

const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** Modules that are shown together share a chunk; a group has what its modules import and no earlier group has. */
const kinds = [
  // These two load after the sign-in screen: what they import must not be in a chunk of the signed-in screens.
  { name: 'after-start', modules: ['app/after-start.component.tsx'] },
  { name: 'web-update', modules: ['platform/updates/web-update.usecases.ts'] },
  {
    name: 'signed-in',
    modules: ['app/signed-in.component.tsx', 'features/messages/session-list.screen.tsx'],
  },
  { name: 'tabs', modules: ['features/work/list/work.screen.tsx', 'features/mine/my-info.screen.tsx'] },
  { name: 'device', modules: ['app/after-login.component.tsx', 'features/documents/document.screen.tsx'] },
].map(({ name, modules }) => ({ name, modules: modules.map(source) }));

function needed(modules, graph) {
  const found = new Set();
  const waiting = [...modules];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  // The modules themselves stay separate files: the preload plugin finds them by file.
  for (const id of modules) found.delete(id);
  return found;
}

/**
 * Merges small modules that are needed at the same time into one file: the service itself speaks HTTP/1.1, where a
 * phone requests six files at a time.
 * @returns {import('rolldown').CodeSplittingGroup[]}
 */
export function chunks() {
  let known;
  const kindOf = (id, graph) => {
    known ??= kinds.map(({ name, modules }) => ({ name, ids: needed(modules, graph) }));
    return known.find(({ ids }) => ids.has(id))?.name;
  };
  // A group includes the imports of its modules, so groups that load earlier have higher priority.
  const groups = kinds.map(({ name }, index) => ({
    name: (id, graph) => (kindOf(id, graph) === name ? name : null),
    priority: kinds.length - index,
  }));
  return [
    { name: 'first', tags: ['$initial'], priority: kinds.length + 1 },
    ...groups,
    // One style sheet for the rest: each added sheet recalculates the styles of the whole page.
    { name: (id) => (id.endsWith('.module.css') ? 'styles' : null), priority: 0 },
  ];
}
