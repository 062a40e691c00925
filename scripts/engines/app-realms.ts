import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';
import type { Realm } from './module-graph.ts';
import { engineSets } from './supported-engines.ts';

const src = join(root, 'apps/mobile/src');
const viewers = join(root, 'packages/viewers/src');
const adapters = join(src, 'platform/adapters');

/** A browser never loads the shells' adapters; the shells take some of the browser's. */
const without = { shells: [], browsers: [join(adapters, 'capacitor/index.ts')] };

/** The pages of viewers begin as `packages/viewers/build/viewer-frame.plugin.mjs` writes them. */
const frames = globSync(join(viewers, '*/*-frame.viewer.ts')).filter((file) =>
  /([^/\\]+)[/\\]\1-frame\.viewer\.ts$/.test(file),
);

/** The modules that a page begins with: the app's own page, and one of each family of viewers. */
const pages = [
  [join(src, 'main.tsx')],
  ...frames.map((frame) => [
    join(viewers, 'polyfills.ts'),
    join(viewers, 'frame/frame-main.viewer.ts'),
    frame,
  ]),
];

/** Where the app's scripts run; the workers that they start are found by their imports. */
export const appRealms: readonly Realm[] = [
  ...engineSets.flatMap((engineSet) =>
    pages.map((entries) => ({ engineSet, entries, without: without[engineSet] })),
  ),
  { engineSet: 'browsers', entries: [join(src, 'service-worker/sw.ts')], without: [] },
];

/** The TypeScript projects that the modules are of. */
export const appProjects: readonly string[] = [
  join(root, 'apps/mobile/tsconfig.json'),
  join(root, 'packages/viewers/tsconfig.json'),
  join(src, 'service-worker/tsconfig.json'),
];
