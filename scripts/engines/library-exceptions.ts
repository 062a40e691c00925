import type { Exception } from './exceptions.ts';

const ownMethod = 'A method of the library itself has the same name.';

/** Code of libraries in the build, each guard read in the library's own source. */
export const libraryExceptions: readonly Exception[] = [
  {
    features: [
      'api.OffscreenCanvas',
      'api.ImageDecoder',
      'api.VideoFrame',
      'javascript.builtins.Float16Array',
      'api.Crypto.randomUUID',
      'api.Navigator.gpu',
      'api.CompressionStream',
    ],
    in: ['pdfjs-dist'],
    kind: 'guarded',
    why: 'Its FeatureTest, or typeof just before, looks for each; packing streams is a part of saving, which the app does not do.',
  },
  {
    features: ['api.DecompressionStream'],
    in: ['pdfjs-dist'],
    kind: 'guarded',
    why: 'In a try; the decoders of the library itself take its place.',
  },
  {
    features: ['api.AbortSignal.any_static'],
    in: ['pdfjs-dist'],
    kind: 'guarded',
    why: 'Editors and their touch gestures alone; the app draws pages and has no editor.',
  },
  {
    features: [
      'javascript.builtins.JSON.isRawJSON',
      'javascript.builtins.JSON.rawJSON',
      'javascript.builtins.Array.with',
    ],
    in: ['pdfjs-dist'],
    kind: 'guarded',
    why: "core-js tries, within a try, whether the engine's own method is right.",
  },
  {
    features: [
      'api.Blob.bytes',
      'api.CustomElementRegistry.getName',
      'api.IntersectionObserverEntry.isVisible',
      'api.Window.dump',
      'javascript.builtins.SharedArrayBuffer.grow',
    ],
    in: ['pdfjs-dist'],
    kind: 'guarded',
    why: `${ownMethod} bytes of a Blob is a part of saving; that of a Response is polyfilled; grow is WebAssembly's.`,
  },
  {
    features: [
      'api.AudioData',
      'api.AudioDecoder',
      'api.AudioEncoder',
      'api.EncodedAudioChunk',
      'api.EncodedVideoChunk',
      'api.VideoDecoder',
      'api.VideoFrame',
      'javascript.builtins.SharedArrayBuffer',
    ],
    in: ['mediabunny'],
    kind: 'guarded',
    why: 'typeof stands before each; the app takes containers apart and leaves decoding to the player.',
  },
  {
    features: ['api.CustomElementRegistry.getName', 'javascript.builtins.DisposableStack.dispose'],
    in: ['mediabunny'],
    kind: 'guarded',
    why: ownMethod,
  },
  {
    features: ['javascript.builtins.ArrayBuffer.resize'],
    in: ['mediabunny'],
    kind: 'guarded',
    why: 'Its _supportsResize looks for it.',
  },
  {
    features: ['api.CSS.highlights_static', 'api.Highlight'],
    in: ['docx-preview'],
    kind: 'guarded',
    why: 'Made only where globalThis.Highlight is there.',
  },
  {
    features: ['api.CanvasRenderingContext2D.roundRect', 'api.OffscreenCanvas'],
    in: ['@extend-ai/react-pptx'],
    kind: 'guarded',
    why: 'Looked for just before; a path or a canvas element takes its place.',
  },
  {
    features: ['javascript.builtins.DisposableStack.dispose'],
    in: ['@extend-ai/react-pptx', '@zip.js/zip.js'],
    kind: 'guarded',
    why: ownMethod,
  },
  {
    features: ['api.CompressionStream', 'api.DecompressionStream'],
    in: ['@zip.js/zip.js'],
    kind: 'guarded',
    why: "typeof stands before the streams, and the library's own take their place.",
  },
  {
    features: ['api.Element.checkVisibility'],
    in: ['@base-ui/react'],
    kind: 'guarded',
    why: 'typeof stands before.',
  },
  {
    features: ['api.Document.startViewTransition', 'api.Navigator.connection', 'api.Window.navigation'],
    in: ['react-dom'],
    kind: 'guarded',
    why: 'Looked for just before; the transition is tried and done without where it throws.',
  },
  {
    features: ['api.Window.setImmediate'],
    in: ['scheduler', 'jszip'],
    kind: 'guarded',
    why: 'typeof stands before; a MessageChannel takes its place.',
  },
  {
    features: ['javascript.builtins.AsyncDisposableStack.use'],
    in: ['react', 'marked'],
    kind: 'guarded',
    why: ownMethod,
  },
  {
    features: ['api.Notification.image', 'api.Notification.tag'],
    in: ['marked'],
    kind: 'guarded',
    why: ownMethod,
  },
  {
    features: ['api.Document.xmlEncoding', 'api.Document.xmlStandalone', 'api.Document.xmlVersion'],
    in: ['xmlbuilder'],
    kind: 'guarded',
    why: 'Properties of its own document.',
  },
  { features: ['api.HTMLInputElement.capture'], in: ['lop', 'mammoth'], kind: 'guarded', why: ownMethod },
  { features: ['api.IntersectionObserver.delay'], in: ['jszip'], kind: 'guarded', why: ownMethod },
  {
    features: ['api.MediaSource.handle', 'javascript.builtins.SharedArrayBuffer.grow'],
    in: ['libheif-js', '@journeyapps/wa-sqlite'],
    kind: 'guarded',
    why: "Emscripten's own handle; grow is WebAssembly's.",
  },
  {
    features: ['api.MediaSource.handle'],
    in: ['workbox-precaching', 'workbox-routing'],
    kind: 'guarded',
    why: ownMethod,
  },
  {
    features: [
      'javascript.builtins.Array.toReversed',
      'javascript.builtins.Array.toSorted',
      'javascript.builtins.Array.with',
      'api.ServiceWorkerRegistration.sync',
    ],
    in: ['@journeyapps/wa-sqlite'],
    kind: 'guarded',
    why: 'FacadeVFS hands a view on; nothing calls its methods of those names. sync is its own.',
  },
  {
    features: ['api.FileSystemFileHandle.createSyncAccessHandle'],
    in: ['@journeyapps/wa-sqlite'],
    kind: 'guarded',
    why: 'sqlite-engine.util.ts takes this file system only where the handle is there.',
  },
  { features: ['javascript.builtins.ArrayBuffer.resize'], in: ['regl'], kind: 'guarded', why: ownMethod },
  { features: ['javascript.builtins.Array.with'], in: ['kysely'], kind: 'guarded', why: ownMethod },
  {
    features: ['javascript.builtins.Error.captureStackTrace'],
    in: ['@xmldom/xmldom'],
    kind: 'guarded',
    why: 'Looked for just before.',
  },
  {
    features: ['api.Navigator.serviceWorker'],
    in: ['workbox-window'],
    kind: 'guarded',
    why: 'web-update.usecases.ts makes a Workbox only where there are service workers.',
  },
  {
    features: [
      'api.Navigator.clearAppBadge',
      'api.Navigator.permissions',
      'api.Navigator.setAppBadge',
      'api.Navigator.share',
      'api.SpeechSynthesisUtterance',
    ],
    in: [
      '@capawesome/capacitor-badge',
      '@capacitor/geolocation',
      '@capacitor/share',
      '@capacitor-community/text-to-speech',
    ],
    kind: 'guarded',
    why: "The browser's side of a native plugin: the shells call the native one, and browsers load none.",
  },
];

/** Syntax and styles of built files. A file is named without its folder and its hash. */
export const outputExceptions: readonly Exception[] = [
  {
    features: ['css.properties.place-items.end', 'css.properties.place-items.start'],
    in: ['*.css'],
    kind: 'guarded',
    why: 'The build joins align-items and justify-items of grids, where start and end are as old as grids; the table speaks of other boxes.',
  },
];
