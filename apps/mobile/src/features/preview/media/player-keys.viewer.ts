import { type PlayerActions, stepOf } from './player.types.ts';

/** A focused button or select needs these keys itself. */
const isPressed = (target: EventTarget | null) =>
  target instanceof HTMLButtonElement || target instanceof HTMLSelectElement;

function actionOf(
  { key, target }: KeyboardEvent,
  video: HTMLVideoElement,
  actions: PlayerActions,
): (() => void) | null {
  switch (key.toLowerCase()) {
    case ' ':
    case 'enter':
      return isPressed(target) ? null : actions.toggle;
    case 'k':
      return actions.toggle;
    case 'm':
      return actions.mute;
    case 'f':
      return actions.wide;
    case 'j':
      return () => actions.step(-stepOf.button);
    case 'l':
      return () => actions.step(stepOf.button);
    default:
      return target instanceof HTMLSelectElement ? null : movement(key, target, video, actions);
  }
}

/** Left and right seek, up and down change the volume. The volume slider handles its own arrow keys. */
function movement(
  key: string,
  target: EventTarget | null,
  video: HTMLVideoElement,
  actions: PlayerActions,
): (() => void) | null {
  if (target instanceof HTMLInputElement && target.step !== 'any') return null;
  const louder = (by: number) => () => {
    video.muted = false;
    video.volume = Math.min(1, Math.max(0, video.volume + by));
  };
  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => actions.step(-stepOf.arrow),
    ArrowRight: () => actions.step(stepOf.arrow),
    ArrowUp: louder(0.1),
    ArrowDown: louder(-0.1),
    PageDown: () => actions.step(-6 * stepOf.button),
    PageUp: () => actions.step(6 * stepOf.button),
    Home: () => actions.seek(0),
    End: () => actions.seek(video.duration),
  };
  return moves[key] ?? null;
}

/** The keyboard shortcuts of the player, wherever in it the focus is. */
export function playerKeys(element: HTMLElement, video: HTMLVideoElement, actions: PlayerActions): void {
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const action = actionOf(event, video, actions);
    if (action === null) return;
    event.preventDefault();
    action();
  });
}
