/// <reference lib="webworker" />

import { serveMedia } from './media.ts';
import { routeCallsToNetwork } from './pass-by.ts';
import { handlePushes } from './pushes.ts';
import { serveOnDemandFiles } from './rare-files.ts';
import { precacheShell } from './shell-cache.ts';
import { handleSkipWaiting } from './take-over.ts';

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
