import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './manifest.mjs';
import { recordedLibraries } from './recorded-libraries.plugin.mjs';

/** Makes the build an app that a browser installs: its manifest, and a service worker that knows all its files. */
export const installable = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/service-worker',
    filename: 'sw.ts',
    // The app registers it once the agreements are accepted.
    injectRegister: false,
    manifest,
    includeManifestIcons: false,
    injectManifest: {
      // Browsers of the oldest level run no modules in service workers.
      rollupFormat: 'iife',
      buildPlugins: { vite: [recordedLibraries('service-worker')] },
      globPatterns: [
        '**/*.{html,js,mjs,css,wasm,svg}',
        'icons/*.png',
        'pdfjs/{iccs,standard_fonts}/*.{icc,pfb,ttf}',
        // Character maps of simplified Chinese; the rarer ones come from the service.
        'pdfjs/cmaps/{GB,UniGB-,Adobe-GB1-}*.bcmap',
      ],
      // For the shells alone, which have no service worker.
      globIgnores: ['**/capacitor-*.js'],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // What has a hash in its name needs no second one.
      dontCacheBustURLsMatching: /^assets\//,
    },
  });
