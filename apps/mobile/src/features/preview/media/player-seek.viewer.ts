import styles from './player.module.css';
import type { MediaTexts, PlayerActions } from './player.types.ts';
import { part, playerSlider } from './player-parts.viewer.ts';
import { clockTime, timeText } from './time-text.rules.ts';

/** The seek bar with the current time and the duration. */
export function seekRow(video: HTMLVideoElement, texts: MediaTexts, actions: PlayerActions) {
  const row = part('div', styles.seekRow);
  const at = part('span', styles.time);
  const whole = part('span', styles.time);
  const slider = playerSlider({ label: texts.position, className: styles.slider, step: 'any' });
  // The slider announces both times.
  for (const time of [at, whole]) time.setAttribute('aria-hidden', 'true');
  row.append(at, slider.element, whole);
  let isHeld = false;
  const spoken = (time: number) => {
    const { hours, minutes, seconds } = clockTime(time);
    return texts.spokenTime(hours, minutes, seconds);
  };
  const show = (time: number) => {
    slider.set(time, texts.positionOf(spoken(time), spoken(video.duration)));
    at.textContent = timeText(time);
    whole.textContent = timeText(video.duration);
  };
  slider.element.addEventListener('input', () => {
    isHeld = true;
    show(Number(slider.element.value));
  });
  // Seeks on release: seeking during the drag would fetch and decrypt every position on the way.
  slider.element.addEventListener('change', () => {
    isHeld = false;
    actions.seek(Number(slider.element.value));
  });
  return {
    element: row,
    update() {
      const { duration } = video;
      slider.element.disabled = !Number.isFinite(duration);
      slider.element.max = String(Number.isFinite(duration) ? duration : 0);
      if (!isHeld) show(video.currentTime);
    },
  };
}
