import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './manifest.mjs';
import { recordedLibraries } from './recorded-libraries.plugin.mjs';

/** Makes the build installable: a web manifest, and a service worker that precaches all files of the app. */
export const installable = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/service-worker',
    filename: 'sw.ts',
    // The app registers the service worker after the user accepts the agreements.
    injectRegister: false,
    manifest,
    includeManifestIcons: false,
    injectManifest: {
      // The oldest supported browsers have no module service workers.
      rollupFormat: 'iife',
      buildPlugins: { vite: [recordedLibraries('service-worker')] },
      globPatterns: [
        '**/*.{html,js,mjs,css,wasm,svg}',
        'icons/*.png',
        'pdfjs/{iccs,standard_fonts}/*.{icc,pfb,ttf}',
        // Character maps of simplified Chinese; the app fetches the rarer ones from the service on use.
        'pdfjs/cmaps/{GB,UniGB-,Adobe-GB1-}*.bcmap',
      ],
      // Only for the native shells, which have no service worker.
      globIgnores: ['**/capacitor-*.js'],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      // File names with a hash need no second revision.
      dontCacheBustURLsMatching: /^assets\//,
    },
  });
