/** Made by `packages/viewers/build/exact-engine.plugin.mjs`; null in the native shells. */
declare module 'virtual:exact-engine-manifest' {
  const manifest: import('@sealflow/viewers/exact/engine.types.ts').EngineManifest | null;
  export default manifest;
}
