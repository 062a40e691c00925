import '../polyfills.ts';
import type { WorkerReply } from '../frame/call-worker.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { Model } from './model.types.ts';
import { readModel } from './read-model.rules.ts';

export type ModelRequest = { readonly bytes: Uint8Array; readonly kind: string };

function parse({ bytes, kind }: ModelRequest): WorkerReply<Model> {
  try {
    return { value: readModel(bytes, kind) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}

addEventListener('message', ({ data }: MessageEvent<ModelRequest>) => postMessage(parse(data)));
