import { create } from 'zustand';

type FullScreen = {
  /** Whether a document fills the screen with its tools. */
  readonly isFull: boolean;
  /** Whether a page of a document fills the screen alone. */
  readonly isPresenting: boolean;
};

/** How much of the screen the open document takes. */
export const useFullScreen = create<FullScreen>(() => ({ isFull: false, isPresenting: false }));

/** Whether the engine can show the page in full screen. In the native shell, the window fills the screen anyway. */
export const canEnterFullScreen = (): boolean => document.fullscreenEnabled && !('Capacitor' in globalThis);

/** Whether the presentation entered full screen, and leaves it again. */
let wasEnteredToPresent = false;

// The whole page becomes full screen, because dialogs, the lock and messages are outside of the document's element.
const enter = () => document.documentElement.requestFullscreen({ navigationUI: 'hide' });
const exit = () => {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
};

export function enterFullScreen(): void {
  enter().then(
    () => useFullScreen.setState({ isFull: true }),
    // A policy of the browser may forbid it; the document stays where it is.
    () => undefined,
  );
}

export function leaveFullScreen(): void {
  useFullScreen.setState({ isFull: false, isPresenting: false });
  exit();
}

/** Lets a page fill the window, and the screen where the engine can. */
export function startPresenting(): void {
  const { isFull } = useFullScreen.getState();
  useFullScreen.setState({ isPresenting: true });
  wasEnteredToPresent = !isFull && canEnterFullScreen();
  if (wasEnteredToPresent) enter().catch(() => undefined);
}

export function stopPresenting(): void {
  if (!useFullScreen.getState().isPresenting) return;
  useFullScreen.setState({ isPresenting: false });
  if (wasEnteredToPresent) exit();
}

/** Follows the engine, whose own keys and gestures leave full screen too. @returns a function that ends it. */
export function followFullScreen(): () => void {
  const onChange = () => {
    if (document.fullscreenElement === null) leaveFullScreen();
  };
  document.addEventListener('fullscreenchange', onChange);
  return () => {
    document.removeEventListener('fullscreenchange', onChange);
    leaveFullScreen();
  };
}
