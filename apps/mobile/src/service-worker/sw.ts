/// <reference lib="webworker" />

import { serveMedia } from './media.util.ts';
import { routeCallsToNetwork } from './network-routes.util.ts';
import { serveOnDemandFiles } from './on-demand-files.util.ts';
import { handlePushes } from './push-handlers.util.ts';
import { precacheShell } from './shell-cache.util.ts';
import { handleSkipWaiting } from './skip-waiting.util.ts';

declare const self: ServiceWorkerGlobalScope;

routeCallsToNetwork(self);
// Before the shell: the first listener that responds wins.
serveMedia(self);
// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
const files = [...self.__WB_MANIFEST];
const urlOf = (file: (typeof files)[number]) => (typeof file === 'string' ? file : file.url);
const isOnDemand = (file: (typeof files)[number]) => urlOf(file).startsWith('assets/wa-sqlite-async-');
serveOnDemandFiles(
  self,
  files.filter(isOnDemand).map((file) => `/${urlOf(file)}`),
);
precacheShell(files.filter((file) => !isOnDemand(file)));
handleSkipWaiting(self);
handlePushes(self);
