import type { EngineFile, EngineManifest } from '../src/exact/engine.types.ts';

export const engineFolders: readonly string[];

export function readEngineFiles(): Promise<Record<EngineFile, Buffer<ArrayBuffer>>>;

export function packEngine(): Promise<{
  readonly manifest: EngineManifest;
  readonly chunks: ReadonlyMap<string, Buffer>;
}>;
