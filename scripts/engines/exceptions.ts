import type { CompatPath } from './compat-data.ts';

/**
 * An accepted use of a feature that a supported engine lacks.
 *
 * - `guarded`: the code checks for the feature, or runs only in engines that have it.
 * - `progressive`: an engine without the feature ignores it, and the app remains usable.
 */
export type Exception = Readonly<{
  /** Paths in the table of MDN. A path includes all paths below it. */
  features: readonly CompatPath[];
  /** Paths or globs of files from the root of the repository. For a library, the name of its package. */
  in: readonly string[];
  kind: 'guarded' | 'progressive';
  reason: string;
}>;

const media = 'packages/viewers/src/media';
const image = 'packages/viewers/src/image';
const web = 'apps/mobile/src/platform/adapters/web';

/** Exceptions of the app's own scripts. */
export const scriptExceptions: readonly Exception[] = [
  {
    features: ['css.properties.text-align-last'],
    in: ['packages/viewers/src/word/docx-{justify,page-split}.viewer.ts'],
    kind: 'progressive',
    reason: 'Before Safari 16 the last line of a page is not stretched to its width.',
  },
  {
    features: ['api.CanvasRenderingContext2D.imageSmoothingQuality'],
    in: [
      `${image}/browser-picture.util.ts`,
      `${image}/pixel-pictures.viewer.ts`,
      `${image}/browser-frames.util.ts`,
    ],
    kind: 'progressive',
    reason: 'Firefox scales pictures down with its default quality.',
  },
  {
    features: ['api.DecompressionStream'],
    in: [`${image}/png-stream.util.ts`],
    kind: 'guarded',
    reason:
      'open-pictures.viewer.ts starts the worker only if the interface exists. Otherwise it reports that the picture is too large.',
  },
  {
    features: ['api.DecompressionStream'],
    in: ['packages/viewers/src/archive/gzip.util.ts', 'packages/viewers/src/locked/open-document.util.ts'],
    kind: 'guarded',
    reason:
      'Both check for the interface. Without it the file is reported as unreadable or its encryption as unsupported.',
  },
  {
    features: ['api.CompressionStream'],
    in: ['packages/viewers/src/exact/repair-png.util.ts'],
    kind: 'guarded',
    reason:
      'Exact pages run in Chromium and Firefox on computers. Firefox before 113 lacks the interface: exact-frame.viewer.ts catches the error, and the light viewer stays.',
  },
  {
    features: ['api.ImageDecoder'],
    in: [`${image}/browser-decoder.util.ts`, `${image}/browser-frames.util.ts`],
    kind: 'guarded',
    reason: 'canDecode checks for the interface. Without it an image element decodes the picture.',
  },
  {
    features: [
      'api.Document.exitFullscreen',
      'api.Document.fullscreenchange_event',
      'api.Document.fullscreenElement',
      'api.Document.fullscreenEnabled',
      'api.Element.requestFullscreen',
      'api.Screen.orientation',
    ],
    in: [`${media}/fullscreen.viewer.ts`],
    kind: 'guarded',
    reason:
      'canTake is false without fullscreenEnabled, and the element then fills the window. The code checks for orientation before it calls lock.',
  },
  {
    features: [
      'api.Document.exitFullscreen',
      'api.Document.fullscreenchange_event',
      'api.Document.fullscreenElement',
      'api.Document.fullscreenEnabled',
      'api.Element.requestFullscreen',
    ],
    in: ['apps/mobile/src/shell/navigation/full-screen.store.ts'],
    kind: 'guarded',
    reason: 'canEnterFullScreen is false without fullscreenEnabled. The button is missing then.',
  },
  {
    features: [
      'api.Document.exitPictureInPicture',
      'api.HTMLMediaElement.disableRemotePlayback',
      'api.HTMLVideoElement.disablePictureInPicture',
      'api.HTMLVideoElement.enterpictureinpicture_event',
      'api.HTMLVideoElement.playsInline',
    ],
    in: [`${media}/player.viewer.ts`],
    kind: 'progressive',
    reason:
      'The code disables playback outside of the page. Firefox before 153 has a picture-in-picture button that no page can remove: threat-model.md.',
  },
  {
    features: ['api.Element.contextmenu_event'],
    in: [`${media}/player.viewer.ts`, 'packages/viewers/src/pages/scroller.viewer.ts'],
    kind: 'progressive',
    reason:
      'iOS has no such event and shows no context menu there. The handler of the copy event prevents copying.',
  },
  {
    features: [
      'api.Element.touchcancel_event',
      'api.Element.touchend_event',
      'api.Element.touchmove_event',
      'api.Element.touchstart_event',
    ],
    in: [
      'packages/ui/src/lists/pull-to-refresh.hook.ts',
      'apps/mobile/src/shell/navigation/scroll-restoration.hook.ts',
      'packages/viewers/src/viewer/zoom.viewer.ts',
    ],
    kind: 'progressive',
    reason: 'Safari on a Mac has no touch screen. Buttons, the wheel and keys do the same.',
  },
  {
    features: ['api.Element.wheel_event'],
    in: [
      'apps/mobile/src/shell/navigation/scroll-restoration.hook.ts',
      'packages/viewers/src/drawing/pan-zoom.viewer.ts',
      'packages/viewers/src/viewer/zoom.viewer.ts',
    ],
    kind: 'progressive',
    reason: 'A phone has no wheel. Touch gestures do the same.',
  },
  {
    features: ['api.Document.freeze_event'],
    in: ['apps/mobile/src/platform/locks/page-lifecycle.util.ts'],
    kind: 'progressive',
    reason: 'Only Chromium fires this event. Other engines fire pagehide.',
  },
  {
    features: [
      'api.FileSystemFileHandle',
      'api.FileSystemDirectoryHandle',
      'api.StorageManager.getDirectory',
    ],
    in: [`${web}/sqlite-engine.util.ts`, `${web}/opfs.util.ts`],
    kind: 'guarded',
    reason:
      'The native shells store files and the database with their plugins. In a browser storage-choice.util.ts checks for OPFS and falls back to IndexedDB or memory.',
  },
  {
    features: ['api.HTMLInputElement.cancel_event'],
    in: [`${web}/picker.adapter.ts`],
    kind: 'progressive',
    reason: 'Without the event, a change of focus or visibility of the page reports the cancelled choice.',
  },
  {
    features: ['api.MediaSource'],
    in: [`${media}/media-feed.viewer.ts`],
    kind: 'guarded',
    reason:
      'mediaSourceClass checks for the interface. The table wrongly lists it for WKWebView without its members.',
  },
  {
    features: ['api.Navigator.serviceWorker', 'api.ServiceWorker'],
    in: [
      `${web}/push.adapter.ts`,
      `${web}/on-demand-files.util.ts`,
      'apps/mobile/src/platform/updates/web-update.usecases.ts',
      `${media}/media-offer.util.ts`,
      `${media}/media-native.viewer.ts`,
    ],
    kind: 'guarded',
    reason:
      "Each file first checks for 'serviceWorker' in navigator or for its controller. The native shells have no service worker and receive pushes through their plugins.",
  },
  {
    features: [
      'api.Notification',
      'api.ServiceWorkerRegistration.getNotifications',
      'api.ServiceWorkerRegistration.pushManager',
    ],
    in: [`${web}/push.adapter.ts`],
    kind: 'guarded',
    reason: 'isSupported checks for all three. The native shells receive pushes through their plugins.',
  },
  {
    features: ['api.Navigator.share'],
    in: [`${web}/file-export.util.ts`],
    kind: 'guarded',
    reason: 'The code checks for canShare first. Without it the browser downloads the file.',
  },
  {
    features: ['api.NotificationEvent.action'],
    in: ['apps/mobile/src/service-worker/push-handlers.util.ts'],
    kind: 'progressive',
    reason: 'Where notifications have no actions, a press opens the details of the task.',
  },
  {
    features: [
      'api.NotificationEvent.notification',
      'api.ServiceWorkerGlobalScope.notificationclick_event',
      'api.ServiceWorkerGlobalScope.pushsubscriptionchange_event',
    ],
    in: ['apps/mobile/src/service-worker/push-handlers.util.ts'],
    kind: 'progressive',
    reason:
      'Engines without an event never fire it. push.adapter.ts detects a changed subscription at the next start.',
  },
  {
    features: [
      'api.SpeechSynthesis.voiceschanged_event',
      'api.SpeechSynthesisUtterance',
      'api.Window.speechSynthesis',
    ],
    in: [`${web}/speech.adapter.ts`],
    kind: 'guarded',
    reason:
      'The native shells speak through their plugin. In a browser the adapter checks for speechSynthesis, and Safari has its voices from the start.',
  },
  {
    features: ['api.Window.requestIdleCallback'],
    in: [
      'apps/mobile/src/shell/idle.util.ts',
      'apps/mobile/src/features/preview/text-index/when-idle.util.ts',
    ],
    kind: 'guarded',
    reason: 'The fallback is a timer.',
  },
  {
    features: ['html.global_attributes.autocapitalize'],
    in: ['apps/mobile/src/{features/preview/navigation/search-bar,shell/palette/palette}.component.tsx'],
    kind: 'progressive',
    reason: 'A keyboard of a Mac does not capitalise automatically.',
  },
  {
    features: ['html.global_attributes.autofocus'],
    in: ['packages/ui/src/overlays/dialog.component.tsx', 'packages/ui/src/overlays/sheet.component.tsx'],
    kind: 'progressive',
    reason: 'The first control of the dialog gets the focus instead of the title.',
  },
  {
    features: ['javascript.builtins.Error.cause'],
    in: ['apps/mobile/src/platform/documents/document.errors.ts', 'packages/tdf/src/error.ts'],
    kind: 'guarded',
    reason: 'TdfError assigns its cause itself.',
  },
  {
    features: ['api.OffscreenCanvas'],
    in: ['packages/viewers/src/pdf/pdf-polyfills.ts'],
    kind: 'guarded',
    reason:
      'Only the polyfill of structuredClone uses it. WebKit has structuredClone since 15.4, so only Chromium runs the polyfill.',
  },
  {
    features: ['api.Worker.messageerror_event'],
    in: ['packages/viewers/src/frame/call-worker.util.ts'],
    kind: 'progressive',
    reason: 'The kill timer terminates a worker whose answer cannot be deserialised.',
  },
];
