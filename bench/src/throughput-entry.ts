import { decryptRatio } from './throughput.ts';

Object.assign(globalThis, { decryptRatio });
