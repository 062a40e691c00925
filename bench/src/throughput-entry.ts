import { decryptRatio, encryptRatio } from './throughput.ts';

Object.assign(globalThis, { decryptRatio, encryptRatio });
