const idleAfterMs = 3_000;

/** Marks the player as idle while it plays without interaction, so that its controls fade out. */
export function watchIdle(element: HTMLElement, video: HTMLVideoElement, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listenerOptions = { signal, passive: true };
  const onActivity = () => {
    element.removeAttribute('data-idle');
    clearTimeout(timer);
    if (!video.paused) timer = setTimeout(() => element.setAttribute('data-idle', ''), idleAfterMs);
  };
  for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    element.addEventListener(name, onActivity, listenerOptions);
  for (const name of ['play', 'pause']) video.addEventListener(name, onActivity, listenerOptions);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
