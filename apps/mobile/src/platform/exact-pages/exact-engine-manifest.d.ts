/** Made by `packages/viewers/build/exact-engine.plugin.mjs`; null in the native shells. */
declare module 'virtual:exact-engine-manifest' {
  import type { EngineManifest } from '@sealflow/viewers/exact/engine.types.ts';

  const manifest: EngineManifest | null;
  export default manifest;
}
