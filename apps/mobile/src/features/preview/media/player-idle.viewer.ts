const patience = 3_000;

/** Marks the player as idle while it plays without interaction, so that its controls fade out. */
export function watchIdle(element: HTMLElement, video: HTMLVideoElement, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = { signal, passive: true };
  const touched = () => {
    element.removeAttribute('data-idle');
    clearTimeout(timer);
    if (!video.paused) timer = setTimeout(() => element.setAttribute('data-idle', ''), patience);
  };
  for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    element.addEventListener(name, touched, listen);
  for (const name of ['play', 'pause']) video.addEventListener(name, touched, listen);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
