import '../polyfills.ts';
import type { WorkerReply } from '../frame/call-worker.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import type { Drawing } from './drawing.types.ts';
import { decodeDrawing } from './drawing-text.rules.ts';
import { readDxf } from './dxf.rules.ts';

function parse(bytes: Uint8Array): WorkerReply<Drawing> {
  try {
    return { value: readDxf(decodeDrawing(bytes)) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => postMessage(parse(data)));
