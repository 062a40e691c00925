import styles from './player.module.css';
import { type MediaTexts, type PlayerActions, seekStepSeconds } from './player.types.ts';
import { createElement, createPlayerButton, createPlayerSlider } from './player-parts.viewer.ts';
import { createSeekRow } from './player-seek.viewer.ts';

const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

function createSpeedSelect(video: HTMLVideoElement, texts: MediaTexts): HTMLSelectElement {
  const select = createElement('select', styles.speed);
  select.setAttribute('aria-label', texts.speed);
  select.append(
    ...playbackRates.map((rate) => new Option(texts.times(rate), String(rate), rate === 1, rate === 1)),
  );
  select.addEventListener('change', () => {
    // The default rate also applies after another source is loaded.
    video.defaultPlaybackRate = Number(select.value);
    video.playbackRate = Number(select.value);
  });
  return select;
}

/** The control bar of the player. */
export function createPlayerControls(video: HTMLVideoElement, texts: MediaTexts, actions: PlayerActions) {
  const element = createElement('div', styles.controls);
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', texts.controls);
  const seek = createSeekRow(video, texts, actions);
  const buttons = createElement('div', styles.buttons);
  const play = createPlayerButton('play', texts.play, actions.toggle);
  const back = createPlayerButton('back', texts.back(seekStepSeconds.button), () =>
    actions.step(-seekStepSeconds.button),
  );
  const forward = createPlayerButton('forward', texts.forward(seekStepSeconds.button), () =>
    actions.step(seekStepSeconds.button),
  );
  const mute = createPlayerButton('sound', texts.mute, actions.mute);
  const volume = createPlayerSlider({ label: texts.volume, className: styles.volume, step: '0.05' });
  const fullscreenButton = createPlayerButton('enter', texts.enterFullscreen, actions.toggleFullscreen);
  const spacer = createElement('span', styles.gap);
  volume.element.max = '1';
  volume.element.addEventListener('input', () => {
    video.volume = Number(volume.element.value);
    video.muted = video.volume === 0;
  });
  buttons.append(
    play.element,
    back.element,
    forward.element,
    spacer,
    mute.element,
    volume.element,
    createSpeedSelect(video, texts),
    fullscreenButton.element,
  );
  element.append(seek.element, buttons);
  return {
    element,
    play: play.element,
    update(isFullscreen: boolean) {
      seek.update();
      if (video.ended) play.show('replay', texts.replay);
      else if (video.paused) play.show('play', texts.play);
      else play.show('pause', texts.pause);
      const isSilent = video.muted || video.volume === 0;
      mute.show(isSilent ? 'silent' : 'sound', isSilent ? texts.unmute : texts.mute);
      const volumeLevel = isSilent ? 0 : video.volume;
      volume.set(volumeLevel, texts.percent(Math.round(volumeLevel * 100)));
      fullscreenButton.show(
        isFullscreen ? 'leave' : 'enter',
        isFullscreen ? texts.leaveFullscreen : texts.enterFullscreen,
      );
    },
    /** A recording has nothing to show in full screen. */
    setFullscreenHidden(hidden: boolean) {
      fullscreenButton.element.hidden = hidden;
    },
  };
}
