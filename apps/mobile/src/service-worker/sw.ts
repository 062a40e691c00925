/// <reference lib="webworker" />

import { answerMedia } from './media.ts';
import { letCallsPassBy } from './pass-by.ts';
import { answerPushes } from './pushes.ts';
import { keepShell } from './shell-cache.ts';
import { takeOverWhenAsked } from './take-over.ts';

declare const self: ServiceWorkerGlobalScope;

letCallsPassBy(self);
// Before the shell: the first that answers a request is the only one.
answerMedia(self);
// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
keepShell(self.__WB_MANIFEST);
takeOverWhenAsked(self);
answerPushes(self);
