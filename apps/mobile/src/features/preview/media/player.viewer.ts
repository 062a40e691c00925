import { useAppLockStore } from '../../../platform/app-lock/app-lock.store.ts';
import { keepWatermark } from '../watermark-overlay.viewer.ts';
import type { MediaFacts } from './media.types.ts';
import styles from './player.module.css';
import type { MediaTexts } from './player.types.ts';
import { playerActions } from './player-actions.viewer.ts';
import { playerCard } from './player-card.viewer.ts';
import { playerControls } from './player-controls.viewer.ts';
import { playerIcon } from './player-icons.viewer.ts';
import { watchIdle } from './player-idle.viewer.ts';
import { playerKeys } from './player-keys.viewer.ts';
import { part } from './player-parts.viewer.ts';
import { createWide } from './wide.viewer.ts';

type PlayerOptions = {
  readonly container: HTMLElement;
  readonly watermark: readonly string[];
  readonly label: string;
  readonly texts: MediaTexts;
  readonly kind: 'video' | 'audio';
};

export type Player = {
  readonly video: HTMLVideoElement;
  /** Shows the film, or the card of a recording. */
  readonly showKind: (kind: 'video' | 'audio') => void;
  readonly showFacts: (facts: MediaFacts) => void;
  /** Shows a notice that a part cannot be played. */
  readonly say: (notice: string) => void;
  readonly end: () => void;
};

// Disables all browser features that would show or save a film without the watermark.
function ownWaysOff(video: HTMLVideoElement): void {
  video.controls = false;
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  video.setAttribute('controlslist', 'nodownload nofullscreen noremoteplayback');
  video.setAttribute('x-webkit-airplay', 'deny');
  video.playsInline = true;
  video.addEventListener('contextmenu', (event) => event.preventDefault());
  video.addEventListener('enterpictureinpicture', () => void document.exitPictureInPicture());
}

function bufferingSign(texts: MediaTexts) {
  const element = part('div', styles.buffering);
  element.setAttribute('role', 'status');
  return (isBuffering: boolean) => {
    if (element.hasChildNodes() === isBuffering) return element;
    if (isBuffering) {
      const sign = part('span');
      sign.append(playerIcon('turning', 20), texts.buffering);
      element.append(sign);
    } else element.replaceChildren();
    return element;
  };
}

const moments = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'durationchange',
  'volumechange',
  'seeking',
  'seeked',
  'waiting',
  'playing',
  'canplay',
  'emptied',
] as const;

/** A film under its watermark, with our own controls. */
export function createPlayer({ container, watermark, label, texts, kind }: PlayerOptions): Player {
  const ends = new AbortController();
  const root = part('section', styles.player);
  const screen = part('div', styles.screen);
  const video = part('video', styles.video);
  const card = playerCard(texts);
  const buffering = bufferingSign(texts);
  const notice = part('p', styles.notice);
  root.setAttribute('aria-label', label);
  screen.setAttribute('role', 'document');
  screen.setAttribute('aria-label', label);
  screen.tabIndex = 0;
  ownWaysOff(video);
  video.preload = 'metadata';
  notice.setAttribute('role', 'status');
  notice.hidden = true;
  const wide = createWide(root, video, () => update());
  const actions = playerActions(video, wide.toggle);
  const controls = playerControls(video, texts, actions);
  const update = () => {
    const needs = video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && (!video.paused || video.seeking);
    buffering(needs && !video.ended && video.error === null);
    controls.update(wide.isWide());
  };
  const showKind: Player['showKind'] = (now) => {
    root.dataset['kind'] = now;
    controls.hideWide(now === 'audio');
  };
  screen.append(video, card.element, buffering(false));
  root.append(screen, notice, controls.element);
  container.append(root);
  const endWatermark = keepWatermark(screen, watermark);
  for (const moment of moments) video.addEventListener(moment, update);
  screen.addEventListener('click', actions.toggle);
  playerKeys(root, video, actions);
  watchIdle(root, video, ends.signal);
  // While the app is locked, nothing plays and nothing may cover the lock screen.
  const hush = () => {
    if (!('covered' in document.documentElement.dataset) && !useAppLockStore.getState().isLocked) return;
    video.pause();
    wide.leave();
  };
  const covered = new MutationObserver(hush);
  covered.observe(document.documentElement, { attributeFilter: ['data-covered'] });
  const endLock = useAppLockStore.subscribe(hush);
  // Headset keys and system controls can start playback while the app is locked.
  video.addEventListener('play', hush);
  showKind(kind);
  update();
  return {
    video,
    showKind,
    showFacts: (facts) => card.show(facts),
    say(words) {
      notice.textContent = words;
      notice.hidden = false;
    },
    end() {
      covered.disconnect();
      endLock();
      ends.abort();
      wide.end();
      endWatermark();
      video.pause();
      // This is what releases the loaded data at once.
      video.removeAttribute('src');
      video.load();
      root.remove();
    },
  };
}
