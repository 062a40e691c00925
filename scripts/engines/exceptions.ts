import type { CompatPath } from './compat-data.ts';

/**
 * A use that is right although an engine lacks the feature.
 *
 * - `guarded`: the code looks whether the feature is there, or runs only where it is.
 * - `progressive`: an engine without it ignores it, and nothing that a person needs is lost.
 */
export type Exception = Readonly<{
  /** Its path in MDN's table, or several; a path covers what lies below it. */
  features: readonly CompatPath[];
  /** Files from the repository's root, which may be patterns; for a library, the name of its package. */
  in: readonly string[];
  kind: 'guarded' | 'progressive';
  why: string;
}>;

const styles = '{apps/mobile,packages/ui,packages/viewers}/src/**/*.css';
const media = 'packages/viewers/src/media';
const image = 'packages/viewers/src/image';
const web = 'apps/mobile/src/platform/adapters/web';

/** The app's own scripts. */
export const scriptExceptions: readonly Exception[] = [
  {
    features: ['api.CanvasRenderingContext2D.imageSmoothingQuality'],
    in: [
      `${image}/browser-picture.util.ts`,
      `${image}/pixel-pictures.viewer.ts`,
      `${image}/browser-frames.util.ts`,
    ],
    kind: 'progressive',
    why: 'Firefox draws a reduced picture at its own quality.',
  },
  {
    features: ['api.DecompressionStream'],
    in: [`${image}/png-stream.util.ts`],
    kind: 'guarded',
    why: 'open-pictures.viewer.ts starts the worker only where the interface is there, else says that the picture is too large.',
  },
  {
    features: ['api.ImageDecoder'],
    in: [`${image}/browser-decoder.util.ts`, `${image}/browser-frames.util.ts`],
    kind: 'guarded',
    why: 'canDecode looks for the interface; without it an image element decodes.',
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
    why: 'canTake is false without fullscreenEnabled, and the element takes the window; orientation is looked for before its lock is called.',
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
    why: 'It turns off ways out of the page. Firefox before 153 has a button of its own for the film in a window, which no page can take away: threat-model.md.',
  },
  {
    features: ['api.Element.contextmenu_event'],
    in: [`${media}/player.viewer.ts`, 'packages/viewers/src/pages/scroller.viewer.ts'],
    kind: 'progressive',
    why: 'iOS sends no such event and has no menu there; copying is refused by its own event.',
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
    why: 'Safari on a Mac has no touch screen; the same is done by buttons, wheel and keys.',
  },
  {
    features: ['api.Element.wheel_event'],
    in: [
      'apps/mobile/src/shell/navigation/scroll-restoration.hook.ts',
      'packages/viewers/src/viewer/zoom.viewer.ts',
    ],
    kind: 'progressive',
    why: 'A phone has no wheel; touch does the same.',
  },
  {
    features: ['api.Document.freeze_event'],
    in: ['apps/mobile/src/platform/locks/page-lifecycle.util.ts'],
    kind: 'progressive',
    why: 'Chromium alone freezes pages by this event; pagehide says it elsewhere.',
  },
  {
    features: [
      'api.FileSystemFileHandle',
      'api.FileSystemDirectoryHandle',
      'api.StorageManager.getDirectory',
    ],
    in: [`${web}/sqlite-engine.util.ts`, `${web}/opfs.util.ts`],
    kind: 'guarded',
    why: 'The shells store files and database by their plugins; in a browser storage-choice.util.ts looks for OPFS, and else files and database are in IndexedDB or in memory.',
  },
  {
    features: ['api.HTMLInputElement.cancel_event'],
    in: [`${web}/picker.adapter.ts`],
    kind: 'progressive',
    why: 'Without the event, focus or visibility of the page ends a cancelled choice.',
  },
  {
    features: ['api.MediaSource'],
    in: [`${media}/media-feed.viewer.ts`],
    kind: 'guarded',
    why: 'mediaSourceClass looks for the interface; the table says by mistake that WKWebView has it without its members.',
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
    why: "Each begins by looking for 'serviceWorker' in navigator or for its controller; the shells have none and push by their plugins.",
  },
  {
    features: [
      'api.Notification',
      'api.ServiceWorkerRegistration.getNotifications',
      'api.ServiceWorkerRegistration.pushManager',
    ],
    in: [`${web}/push.adapter.ts`],
    kind: 'guarded',
    why: 'isSupported looks for all three; the shells push by their plugins.',
  },
  {
    features: ['api.Navigator.share'],
    in: [`${web}/file-export.util.ts`],
    kind: 'guarded',
    why: 'canShare is looked for before; without it the file is downloaded.',
  },
  {
    features: [
      'api.NotificationEvent.notification',
      'api.ServiceWorkerGlobalScope.notificationclick_event',
      'api.ServiceWorkerGlobalScope.pushsubscriptionchange_event',
    ],
    in: ['apps/mobile/src/service-worker/push-handlers.util.ts'],
    kind: 'progressive',
    why: 'Engines without an event never send it. A subscription that changed unseen is found by push.adapter.ts at the next start.',
  },
  {
    features: [
      'api.SpeechSynthesis.voiceschanged_event',
      'api.SpeechSynthesisUtterance',
      'api.Window.speechSynthesis',
    ],
    in: [`${web}/speech.adapter.ts`],
    kind: 'guarded',
    why: 'The shells speak by their plugin; in a browser the adapter looks for speechSynthesis, and Safari has its voices at once.',
  },
  {
    features: ['api.Window.requestIdleCallback'],
    in: ['apps/mobile/src/app/lazy-screen.util.ts'],
    kind: 'guarded',
    why: 'A timer takes its place.',
  },
  {
    features: ['html.global_attributes.autocapitalize'],
    in: ['apps/mobile/src/features/preview/navigation/search-bar.component.tsx'],
    kind: 'progressive',
    why: 'A keyboard of a Mac capitalises nothing.',
  },
  {
    features: ['html.global_attributes.autofocus'],
    in: ['packages/ui/src/overlays/dialog.component.tsx', 'packages/ui/src/overlays/sheet.component.tsx'],
    kind: 'progressive',
    why: 'The focus begins at the first control of the dialog instead of its title.',
  },
  {
    features: ['javascript.builtins.Error.cause'],
    in: ['apps/mobile/src/platform/documents/document.errors.ts', 'packages/tdf/src/error.ts'],
    kind: 'guarded',
    why: 'TdfError sets its cause by itself.',
  },
  {
    features: ['api.OffscreenCanvas'],
    in: ['packages/viewers/src/pdf/pdf-polyfills.ts'],
    kind: 'guarded',
    why: 'It is in the polyfill of structuredClone, which Chromium alone takes: WebKit has that since 15.4.',
  },
  {
    features: ['api.Worker.messageerror_event'],
    in: ['packages/viewers/src/frame/call-worker.util.ts'],
    kind: 'progressive',
    why: 'The kill timer ends a worker whose answer cannot be read.',
  },
];

/** Style sheets, in sources and in the build. */
export const styleExceptions: readonly Exception[] = [
  {
    features: ['css.properties.cursor', 'css.properties.resize', 'css.selectors.selection'],
    in: [styles],
    kind: 'progressive',
    why: "Phones and tablets have no pointer; a field that cannot be resized scrolls, and a selection has the system's colour.",
  },
  {
    features: ['css.properties.overscroll-behavior', 'css.properties.overflow-anchor'],
    in: [styles],
    kind: 'progressive',
    why: 'The page bounces at its end before Safari 16; where lists are prepended to, the script keeps the place itself.',
  },
  {
    features: ['css.properties.text-wrap', 'css.properties.scrollbar-width', 'css.properties.accent-color'],
    in: [styles],
    kind: 'progressive',
    why: 'Looks alone: where lines break, whether a bar of tabs shows its scroll bar, the colour of a native control.',
  },
  {
    features: ['css.properties.text-size-adjust'],
    in: [styles],
    kind: 'progressive',
    why: 'The form with a prefix stands beside it; Firefox on a desktop does not inflate text.',
  },
  {
    features: ['css.properties.font-family.ui-monospace'],
    in: ['packages/viewers/src/markdown/markdown.css'],
    kind: 'guarded',
    why: 'The list of families goes on.',
  },
  {
    features: ['css.at-rules.media.resolution'],
    in: ['packages/ui/src/styles/tokens.css'],
    kind: 'guarded',
    why: 'The build adds -webkit-min-device-pixel-ratio to the query.',
  },
  {
    features: ['css.at-rules.media.forced-colors', 'css.properties.forced-color-adjust'],
    in: ['packages/ui/src/inputs/switch.module.css', 'packages/viewers/src/pdf/pdf.module.css'],
    kind: 'progressive',
    why: 'An engine without forced colours forces none.',
  },
  {
    features: ['css.selectors.fullscreen'],
    in: ['apps/mobile/src/app/app-lock.css'],
    kind: 'guarded',
    why: 'A rule of its own, with :-webkit-full-screen in another.',
  },
  {
    features: ['css.selectors.view-transition-new', 'css.selectors.view-transition-old'],
    in: ['apps/mobile/src/app/transition.css'],
    kind: 'progressive',
    why: 'Rules of their own; React starts a transition only where there are any.',
  },
];
