import { type PlayerActions, seekStepSeconds } from './player.types.ts';

/** A focused button or select needs these keys itself. */
const handlesOwnKeys = (target: EventTarget | null) =>
  target instanceof HTMLButtonElement || target instanceof HTMLSelectElement;

function actionOf(
  { key, target }: KeyboardEvent,
  video: HTMLVideoElement,
  actions: PlayerActions,
): (() => void) | null {
  switch (key.toLowerCase()) {
    case ' ':
    case 'enter':
      return handlesOwnKeys(target) ? null : actions.toggle;
    case 'k':
      return actions.toggle;
    case 'm':
      return actions.mute;
    case 'f':
      return actions.toggleFullscreen;
    case 'j':
      return () => actions.step(-seekStepSeconds.button);
    case 'l':
      return () => actions.step(seekStepSeconds.button);
    default:
      return target instanceof HTMLSelectElement ? null : arrowAction(key, target, video, actions);
  }
}

/** Left and right seek, up and down change the volume. The volume slider handles its own arrow keys. */
function arrowAction(
  key: string,
  target: EventTarget | null,
  video: HTMLVideoElement,
  actions: PlayerActions,
): (() => void) | null {
  if (target instanceof HTMLInputElement && target.step !== 'any') return null;
  const changeVolume = (by: number) => () => {
    video.muted = false;
    video.volume = Math.min(1, Math.max(0, video.volume + by));
  };
  const actionsByKey: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => actions.step(-seekStepSeconds.arrow),
    ArrowRight: () => actions.step(seekStepSeconds.arrow),
    ArrowUp: changeVolume(0.1),
    ArrowDown: changeVolume(-0.1),
    PageDown: () => actions.step(-6 * seekStepSeconds.button),
    PageUp: () => actions.step(6 * seekStepSeconds.button),
    Home: () => actions.seek(0),
    End: () => actions.seek(video.duration),
  };
  return actionsByKey[key] ?? null;
}

/** The keyboard shortcuts of the player, wherever in it the focus is. */
export function attachPlayerKeys(
  element: HTMLElement,
  video: HTMLVideoElement,
  actions: PlayerActions,
): void {
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const action = actionOf(event, video, actions);
    if (action === null) return;
    event.preventDefault();
    action();
  });
}
