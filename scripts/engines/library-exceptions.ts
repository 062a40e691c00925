import type { Exception } from './exceptions.ts';

const ownMethod = 'The library defines a member with the same name.';

/** Exceptions of library code in the build. Each reason was verified in the source of the library. */
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
    reason:
      'FeatureTest or a typeof check guards each use. Compression is a part of saving, which the app does not use.',
  },
  {
    features: ['api.DecompressionStream'],
    in: ['pdfjs-dist'],
    kind: 'guarded',
    reason: 'A try statement encloses the use. The fallback is the decoders of the library.',
  },
  {
    features: ['api.AbortSignal.any_static'],
    in: ['pdfjs-dist'],
    kind: 'guarded',
    reason: 'Only editors and their touch gestures use it. The app renders pages and has no editor.',
  },
  {
    features: [
      'javascript.builtins.JSON.isRawJSON',
      'javascript.builtins.JSON.rawJSON',
      'javascript.builtins.Array.with',
    ],
    in: ['pdfjs-dist'],
    kind: 'guarded',
    reason: 'core-js tests the native method inside a try statement.',
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
    reason: `${ownMethod} Blob.bytes is a part of saving. Response.bytes has a polyfill. grow is a method of WebAssembly.`,
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
    reason: 'A typeof check guards each use. The app only demultiplexes containers; the player decodes them.',
  },
  {
    features: ['api.CustomElementRegistry.getName', 'javascript.builtins.DisposableStack.dispose'],
    in: ['mediabunny'],
    kind: 'guarded',
    reason: ownMethod,
  },
  {
    features: ['javascript.builtins.ArrayBuffer.resize'],
    in: ['mediabunny'],
    kind: 'guarded',
    reason: '_supportsResize checks for the method.',
  },
  {
    features: ['api.CSS.highlights_static', 'api.Highlight'],
    in: ['docx-preview'],
    kind: 'guarded',
    reason: 'The library creates highlights only if globalThis.Highlight exists.',
  },
  {
    features: ['api.CanvasRenderingContext2D.roundRect', 'api.OffscreenCanvas'],
    in: ['@extend-ai/react-pptx'],
    kind: 'guarded',
    reason: 'The library checks for both. The fallback is a path or a canvas element.',
  },
  {
    features: ['javascript.builtins.DisposableStack.dispose'],
    in: ['@extend-ai/react-pptx', '@zip.js/zip.js'],
    kind: 'guarded',
    reason: ownMethod,
  },
  {
    features: ['api.CompressionStream', 'api.DecompressionStream'],
    in: ['@zip.js/zip.js'],
    kind: 'guarded',
    reason: 'A typeof check guards the streams. The fallback is the streams of the library.',
  },
  {
    features: ['api.Element.checkVisibility'],
    in: ['@base-ui/react'],
    kind: 'guarded',
    reason: 'A typeof check guards the use.',
  },
  {
    features: ['api.Document.startViewTransition', 'api.Navigator.connection', 'api.Window.navigation'],
    in: ['react-dom'],
    kind: 'guarded',
    reason: 'The library checks for each feature. If the transition throws, the update continues without it.',
  },
  {
    features: ['api.Window.setImmediate'],
    in: ['scheduler', 'jszip'],
    kind: 'guarded',
    reason: 'A typeof check guards the use. The fallback is a MessageChannel.',
  },
  {
    features: ['javascript.builtins.AsyncDisposableStack.use'],
    in: ['react', 'marked'],
    kind: 'guarded',
    reason: ownMethod,
  },
  {
    features: ['api.Notification.image', 'api.Notification.tag'],
    in: ['marked'],
    kind: 'guarded',
    reason: ownMethod,
  },
  {
    features: ['api.Document.xmlEncoding', 'api.Document.xmlStandalone', 'api.Document.xmlVersion'],
    in: ['xmlbuilder'],
    kind: 'guarded',
    reason: 'The properties belong to a document class of the library.',
  },
  { features: ['api.HTMLInputElement.capture'], in: ['lop', 'mammoth'], kind: 'guarded', reason: ownMethod },
  { features: ['api.IntersectionObserver.delay'], in: ['jszip'], kind: 'guarded', reason: ownMethod },
  {
    features: ['api.MediaSource.handle', 'javascript.builtins.SharedArrayBuffer.grow'],
    in: ['libheif-js', 'libarchive.js', '@journeyapps/wa-sqlite'],
    kind: 'guarded',
    reason: 'handle belongs to Emscripten. grow is a method of WebAssembly.',
  },
  {
    features: ['api.MediaSource.handle'],
    in: ['workbox-precaching', 'workbox-routing'],
    kind: 'guarded',
    reason: ownMethod,
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
    reason: 'FacadeVFS passes a view through, and no code calls these methods. sync belongs to the library.',
  },
  {
    features: ['api.FileSystemFileHandle.createSyncAccessHandle'],
    in: ['@journeyapps/wa-sqlite'],
    kind: 'guarded',
    reason: 'sqlite-engine.util.ts uses this file system only if the handle exists.',
  },
  {
    features: [
      'api.VideoFrame',
      'api.OffscreenCanvas',
      'api.HTMLCanvasElement.requestPaint',
      'api.XRWebGLBinding',
      'api.XRWebGLLayer',
      'api.XRFrame.getJointPose',
      'api.WebGL2RenderingContext.makeXRCompatible',
      'javascript.builtins.Float16Array',
    ],
    in: ['three'],
    kind: 'guarded',
    reason:
      'A check guards each use. The features of XR are used only in a session, which the app does not start.',
  },
  {
    features: ['javascript.builtins.DisposableStack.dispose', 'javascript.builtins.Set.union'],
    in: ['three'],
    kind: 'guarded',
    reason: ownMethod,
  },
  { features: ['api.RTCIceCandidate.component'], in: ['ical.js'], kind: 'guarded', reason: ownMethod },
  {
    features: ['api.Scheduler.yield'],
    in: ['@noble/hashes'],
    kind: 'guarded',
    reason: 'A typeof check guards the use.',
  },
  { features: ['javascript.builtins.ArrayBuffer.resize'], in: ['regl'], kind: 'guarded', reason: ownMethod },
  { features: ['javascript.builtins.Array.with'], in: ['kysely'], kind: 'guarded', reason: ownMethod },
  {
    features: ['javascript.builtins.Error.captureStackTrace'],
    in: ['@xmldom/xmldom'],
    kind: 'guarded',
    reason: 'The library checks for the method.',
  },
  {
    features: ['api.Navigator.serviceWorker'],
    in: ['workbox-window'],
    kind: 'guarded',
    reason: 'web-update.usecases.ts creates a Workbox only if the engine has service workers.',
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
    reason:
      'The use is in the web implementation of a native plugin. The native shells call the native implementation, and browsers do not load the plugin.',
  },
  {
    features: ['api.CompressionStream', 'api.DecompressionStream', 'api.OffscreenCanvas'],
    in: ['emf-converter'],
    kind: 'guarded',
    reason:
      'A typeof check guards each use. Pictures are converted to SVG, which needs no canvas; without the streams the library packs and unpacks by itself.',
  },
  {
    features: ['api.FileSystemHandle.move', 'api.SVGTextPathElement.side'],
    in: ['emf-converter'],
    kind: 'guarded',
    reason: ownMethod,
  },
];

/** Exceptions of syntax and styles in the files of the shells' build. The name of a file omits its folder and its hash. */
export const shellOutputExceptions: readonly Exception[] = [
  {
    features: ['css.properties.place-items.end', 'css.properties.place-items.start'],
    in: ['*.css'],
    kind: 'guarded',
    reason:
      'The build merges align-items and justify-items of grids. All grid implementations support start and end; the table refers to other layout modes.',
  },
];
