import type { EngineFile, EngineManifest } from '../src/exact/engine.types.ts';

export declare const engineFolders: readonly string[];

export declare function readEngineFiles(): Promise<Record<EngineFile, Buffer<ArrayBuffer>>>;

export declare function packEngine(): Promise<{
  readonly manifest: EngineManifest;
  readonly chunks: ReadonlyMap<string, Buffer>;
}>;
