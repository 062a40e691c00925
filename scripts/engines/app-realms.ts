import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';
import type { Realm } from './module-graph.ts';
import { engineSets } from './supported-engines.ts';

const src = join(root, 'apps/mobile/src');
const viewers = join(root, 'packages/viewers/src');
const adapters = join(src, 'platform/adapters');

/** Browsers never load the adapters of the native shells. The shells load some adapters of the browser. */
const excludedModules = { shells: [], browsers: [join(adapters, 'capacitor/index.ts')] };

/** The entry modules of the viewer frames. `packages/viewers/build/viewer-frame.plugin.mjs` generates their pages. */
const frames = globSync(join(viewers, '*/*-frame.viewer.ts')).filter((file) =>
  /([^/\\]+)[/\\]\1-frame\.viewer\.ts$/.test(file),
);

/** The entry modules of each page: the page of the app, and one page for each family of viewers. */
const pages = [
  [join(src, 'main.tsx')],
  ...frames.map((frame) => [
    join(viewers, 'polyfills.ts'),
    join(viewers, 'frame/frame-main.viewer.ts'),
    frame,
  ]),
];

/** The realms of the app's scripts. `loadRealms` finds the workers by the imports of the scripts. */
export const appRealms: readonly Realm[] = [
  ...engineSets.flatMap((engineSet) =>
    pages.map((entries) => ({ engineSet, entries, excluded: excludedModules[engineSet] })),
  ),
  { engineSet: 'browsers', entries: [join(src, 'service-worker/sw.ts')], excluded: [] },
];

/** The TypeScript projects that contain the modules. */
export const appProjects: readonly string[] = [
  join(root, 'apps/mobile/tsconfig.json'),
  join(root, 'packages/viewers/tsconfig.json'),
  join(src, 'service-worker/tsconfig.json'),
];
