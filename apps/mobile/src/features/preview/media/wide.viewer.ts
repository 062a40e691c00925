import { keepDismissable } from '../../../ui/dismiss.hook.ts';

export type Wide = {
  readonly isWide: () => boolean;
  readonly toggle: () => void;
  readonly leave: () => void;
  readonly end: () => void;
};

// The native shell leaves full screen at once; there the window fills the screen anyway.
const canTake = () => document.fullscreenEnabled && !('Capacitor' in globalThis);

/**
 * Shows an element in full screen including its overlays: the film alone would lose the watermark. Where the
 * browser offers full screen only for films, the element fills the window.
 */
export function createWide(element: HTMLElement, video: HTMLVideoElement, onChange: () => void): Wide {
  const ends = new AbortController();
  const listen = { signal: ends.signal };
  let isInWindow = false;
  let endBack: () => void = () => undefined;
  const isTaken = () => document.fullscreenElement === element;
  const isWide = () => isTaken() || isInWindow;
  const changed = () => {
    element.toggleAttribute('data-wide', isWide());
    onChange();
  };
  const inWindow = (now: boolean) => {
    isInWindow = now;
    endBack();
    endBack = now ? keepDismissable(() => inWindow(false)) : () => undefined;
    changed();
  };
  const turn = () => {
    const lock = (screen.orientation as { lock?: (to: string) => Promise<void> } | undefined)?.lock;
    // Where orientation lock is not supported, the user turns the device.
    if (video.videoWidth > video.videoHeight)
      lock?.call(screen.orientation, 'landscape').catch(() => undefined);
  };
  const enter = () => {
    if (!canTake()) return inWindow(true);
    element.requestFullscreen({ navigationUI: 'hide' }).then(turn, () => inWindow(true));
    return undefined;
  };
  const leave = () => {
    if (isTaken()) document.exitFullscreen().catch(() => undefined);
    if (isInWindow) inWindow(false);
  };
  document.addEventListener('fullscreenchange', changed, listen);
  // Registered on `window` in the capture phase: otherwise this Escape key would close the document.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isInWindow) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    },
    { ...listen, capture: true },
  );
  return {
    isWide,
    toggle: () => (isWide() ? leave() : enter()),
    leave,
    end() {
      leave();
      endBack();
      ends.abort();
    },
  };
}
