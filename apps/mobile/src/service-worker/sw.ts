/// <reference lib="webworker" />

import { answerMedia } from './media.ts';
import { letCallsPassBy } from './pass-by.ts';
import { answerPushes } from './pushes.ts';
import { serveRareFiles } from './rare-files.ts';
import { keepShell } from './shell-cache.ts';
import { takeOverWhenAsked } from './take-over.ts';

declare const self: ServiceWorkerGlobalScope;

letCallsPassBy(self);
// Before the shell: the first listener that responds wins.
answerMedia(self);
// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
const files = [...self.__WB_MANIFEST];
const urlOf = (file: (typeof files)[number]) => (typeof file === 'string' ? file : file.url);
const isRare = (file: (typeof files)[number]) => urlOf(file).startsWith('assets/wa-sqlite-async-');
serveRareFiles(
  self,
  files.filter(isRare).map((file) => `/${urlOf(file)}`),
);
keepShell(files.filter((file) => !isRare(file)));
takeOverWhenAsked(self);
answerPushes(self);
