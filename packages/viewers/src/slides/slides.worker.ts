import '../polyfills.ts';
import { setWasmSource } from '@extend-ai/react-pptx';
import wasm from '@extend-ai/react-pptx/pptx_wasm_bg.wasm?url&inline';
import { assertPackageSize } from '../archive/zip-budget.util.ts';
import type { WorkerReply } from '../frame/call-worker.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { readDeck } from './read-deck.util.ts';
import type { Deck } from './slides.types.ts';

// The worker has no network, so the WebAssembly code of the parser is inlined in the worker's script.
const code = Uint8Array.from(atob(wasm.slice(wasm.indexOf(',') + 1)), (character) => character.charCodeAt(0));

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  void parseDeck(data).then((reply) => postMessage(reply));
});

async function parseDeck(bytes: Uint8Array): Promise<WorkerReply<Deck>> {
  try {
    setWasmSource(code);
    await assertPackageSize(bytes);
    return { value: await readDeck(bytes) };
  } catch (error) {
    return { problem: error instanceof ViewerError ? error.code : 'unreadable' };
  }
}
