import type { PlayerHost } from './player.types.ts';

export type FullscreenControl = {
  readonly isFullscreen: () => boolean;
  readonly toggle: () => void;
  readonly leave: () => void;
  readonly end: () => void;
};

type FullscreenOptions = Pick<PlayerHost, 'addDismissable'> & {
  readonly element: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly onChange: () => void;
};

// The native shell leaves full screen at once; there the window fills the screen anyway.
const canUseBrowserFullscreen = () => document.fullscreenEnabled && !('Capacitor' in globalThis);

/**
 * Shows an element in full screen including its overlays: the film alone would lose the watermark. Where the
 * browser offers full screen only for films, the element fills the window.
 */
export function createFullscreen({
  element,
  video,
  addDismissable,
  onChange,
}: FullscreenOptions): FullscreenControl {
  const listeners = new AbortController();
  const listenerOptions = { signal: listeners.signal };
  let isWindowFilled = false;
  let removeBackHandler: () => void = () => undefined;
  const isBrowserFullscreen = () => document.fullscreenElement === element;
  const isFullscreen = () => isBrowserFullscreen() || isWindowFilled;
  const onFullscreenChange = () => {
    element.toggleAttribute('data-wide', isFullscreen());
    onChange();
  };
  const fillWindow = (now: boolean) => {
    isWindowFilled = now;
    removeBackHandler();
    removeBackHandler = now ? addDismissable(() => fillWindow(false)) : () => undefined;
    onFullscreenChange();
  };
  const lockLandscape = () => {
    const lock = (screen.orientation as { lock?: (to: string) => Promise<void> } | undefined)?.lock;
    // Where orientation lock is not supported, the user turns the device.
    if (video.videoWidth > video.videoHeight)
      lock?.call(screen.orientation, 'landscape').catch(() => undefined);
  };
  const enter = () => {
    if (!canUseBrowserFullscreen()) return fillWindow(true);
    element.requestFullscreen({ navigationUI: 'hide' }).then(lockLandscape, () => fillWindow(true));
    return undefined;
  };
  const leave = () => {
    if (isBrowserFullscreen()) document.exitFullscreen().catch(() => undefined);
    if (isWindowFilled) fillWindow(false);
  };
  document.addEventListener('fullscreenchange', onFullscreenChange, listenerOptions);
  // Registered on `window` in the capture phase: otherwise this Escape key would close the document.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isWindowFilled) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    },
    { ...listenerOptions, capture: true },
  );
  return {
    isFullscreen,
    toggle: () => (isFullscreen() ? leave() : enter()),
    leave,
    end() {
      leave();
      removeBackHandler();
      listeners.abort();
    },
  };
}
