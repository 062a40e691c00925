import type { EngineManifest } from '../src/exact/engine.types.ts';

export function packEngine(): Promise<{
  readonly manifest: EngineManifest;
  readonly chunks: ReadonlyMap<string, Buffer>;
}>;
