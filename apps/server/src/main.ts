import { setFlagsFromString } from 'node:v8';
import { cacheCompiledCode } from './infra/compile-cache.util.ts';

// V8 shrinks the heap of a process that allocates little, in one pause of 100 ms or more. A service is often in that state, and its
// callers wait. The usual collections keep the heap within its limit with pauses of 10 to 20 ms.
setFlagsFromString('--no-memory-reducer');

cacheCompiledCode();
const { serve } = await import('./app/serve.compose.ts');
await serve();
