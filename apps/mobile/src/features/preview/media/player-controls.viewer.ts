import styles from './player.module.css';
import { type MediaTexts, type PlayerActions, stepOf } from './player.types.ts';
import { part, playerButton, playerSlider } from './player-parts.viewer.ts';
import { seekRow } from './player-seek.viewer.ts';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

function speedChoice(video: HTMLVideoElement, texts: MediaTexts): HTMLSelectElement {
  const choice = part('select', styles.speed);
  choice.setAttribute('aria-label', texts.speed);
  choice.append(...speeds.map((rate) => new Option(texts.times(rate), String(rate), rate === 1, rate === 1)));
  choice.addEventListener('change', () => {
    // The default rate also applies after another source is loaded.
    video.defaultPlaybackRate = Number(choice.value);
    video.playbackRate = Number(choice.value);
  });
  return choice;
}

/** The control bar of the player. */
export function playerControls(video: HTMLVideoElement, texts: MediaTexts, actions: PlayerActions) {
  const element = part('div', styles.controls);
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', texts.controls);
  const seek = seekRow(video, texts, actions);
  const buttons = part('div', styles.buttons);
  const play = playerButton('play', texts.play, actions.toggle);
  const back = playerButton('back', texts.back(stepOf.button), () => actions.step(-stepOf.button));
  const forward = playerButton('forward', texts.forward(stepOf.button), () => actions.step(stepOf.button));
  const mute = playerButton('sound', texts.mute, actions.mute);
  const volume = playerSlider({ label: texts.volume, className: styles.volume, step: '0.05' });
  const wide = playerButton('enter', texts.enterFullscreen, actions.wide);
  const gap = part('span', styles.gap);
  volume.element.max = '1';
  volume.element.addEventListener('input', () => {
    video.volume = Number(volume.element.value);
    video.muted = video.volume === 0;
  });
  buttons.append(
    play.element,
    back.element,
    forward.element,
    gap,
    mute.element,
    volume.element,
    speedChoice(video, texts),
    wide.element,
  );
  element.append(seek.element, buttons);
  return {
    element,
    play: play.element,
    update(isWide: boolean) {
      seek.update();
      if (video.ended) play.show('replay', texts.replay);
      else if (video.paused) play.show('play', texts.play);
      else play.show('pause', texts.pause);
      const isSilent = video.muted || video.volume === 0;
      mute.show(isSilent ? 'silent' : 'sound', isSilent ? texts.unmute : texts.mute);
      const heard = isSilent ? 0 : video.volume;
      volume.set(heard, texts.percent(Math.round(heard * 100)));
      wide.show(isWide ? 'leave' : 'enter', isWide ? texts.leaveFullscreen : texts.enterFullscreen);
    },
    /** A recording has nothing to show in full screen. */
    hideWide(hidden: boolean) {
      wide.element.hidden = hidden;
    },
  };
}
