import { clockTime, timeText } from './media.rules.ts';
import styles from './player.module.css';
import type { MediaTexts, PlayerActions } from './player.types.ts';
import { createElement, createPlayerSlider } from './player-parts.viewer.ts';

/** The seek bar with the current time and the duration. */
export function createSeekRow(video: HTMLVideoElement, texts: MediaTexts, actions: PlayerActions) {
  const row = createElement('div', styles.seekRow);
  const currentTimeText = createElement('span', styles.time);
  const durationText = createElement('span', styles.time);
  const slider = createPlayerSlider({ label: texts.position, className: styles.slider, step: 'any' });
  // The slider announces both times.
  for (const time of [currentTimeText, durationText]) time.setAttribute('aria-hidden', 'true');
  row.append(currentTimeText, slider.element, durationText);
  let isDragging = false;
  const spokenTime = (time: number) => {
    const { hours, minutes, seconds } = clockTime(time);
    return texts.spokenTime(hours, minutes, seconds);
  };
  const show = (time: number) => {
    slider.set(time, texts.positionOf(spokenTime(time), spokenTime(video.duration)));
    currentTimeText.textContent = timeText(time);
    durationText.textContent = timeText(video.duration);
  };
  slider.element.addEventListener('input', () => {
    isDragging = true;
    show(Number(slider.element.value));
  });
  // Seeks on release: seeking during the drag would fetch and decrypt every position on the way.
  slider.element.addEventListener('change', () => {
    isDragging = false;
    actions.seek(Number(slider.element.value));
  });
  return {
    element: row,
    update() {
      const { duration } = video;
      slider.element.disabled = !Number.isFinite(duration);
      slider.element.max = String(Number.isFinite(duration) ? duration : 0);
      if (!isDragging) show(video.currentTime);
    },
  };
}
