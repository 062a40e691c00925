import { maintainWatermark } from '../viewer/watermark-overlay.viewer.ts';
import { createFullscreen } from './fullscreen.viewer.ts';
import type { MediaFacts } from './media.types.ts';
import styles from './player.module.css';
import type { MediaTexts, PlayerActions, PlayerHost } from './player.types.ts';
import { createPlayerCard } from './player-card.viewer.ts';
import { createPlayerControls } from './player-controls.viewer.ts';
import { createPlayerIcon } from './player-icons.viewer.ts';
import { attachPlayerKeys } from './player-keys.viewer.ts';
import { createElement } from './player-parts.viewer.ts';

/** The actions of the buttons and keys of the player. */
function createPlayerActions(video: HTMLVideoElement, toggleFullscreen: () => void): PlayerActions {
  const seek = (time: number) => {
    const last = Number.isFinite(video.duration) ? video.duration : time;
    video.currentTime = Math.min(last, Math.max(0, time));
  };
  return {
    toggle() {
      // If playback is refused, the element shows it: it stays paused or has an error.
      if (video.paused || video.ended) video.play().catch(() => undefined);
      else video.pause();
    },
    seek,
    step: (seconds) => seek(video.currentTime + seconds),
    mute() {
      video.muted = !video.muted;
      if (!video.muted && video.volume === 0) video.volume = 1;
    },
    toggleFullscreen,
  };
}

const idleAfterMs = 3_000;

/** Marks the player as idle while it plays without interaction, so that its controls fade out. */
function watchIdle(element: HTMLElement, video: HTMLVideoElement, signal: AbortSignal): void {
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

type PlayerOptions = {
  readonly container: HTMLElement;
  readonly watermark: readonly string[];
  readonly label: string;
  readonly texts: MediaTexts;
  readonly kind: 'video' | 'audio';
  readonly host: PlayerHost;
};

export type Player = {
  readonly video: HTMLVideoElement;
  /** Shows the film, or the card of a recording. */
  readonly showKind: (kind: 'video' | 'audio') => void;
  readonly showFacts: (facts: MediaFacts) => void;
  /** Shows a notice that a part cannot be played. */
  readonly showNotice: (notice: string) => void;
  readonly end: () => void;
};

// Disables all browser features that would show or save a film without the watermark.
function disableBrowserFeatures(video: HTMLVideoElement): void {
  video.controls = false;
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  video.setAttribute('controlslist', 'nodownload nofullscreen noremoteplayback');
  video.setAttribute('x-webkit-airplay', 'deny');
  video.playsInline = true;
  video.addEventListener('contextmenu', (event) => event.preventDefault());
  video.addEventListener('enterpictureinpicture', () => void document.exitPictureInPicture());
}

function createBufferingSign(texts: MediaTexts) {
  const element = createElement('div', styles.buffering);
  element.setAttribute('role', 'status');
  return (isBuffering: boolean) => {
    if (element.hasChildNodes() === isBuffering) return element;
    if (isBuffering) {
      const sign = createElement('span');
      sign.append(createPlayerIcon('turning', 20), texts.buffering);
      element.append(sign);
    } else element.replaceChildren();
    return element;
  };
}

const mediaEvents = [
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
export function createPlayer({ container, watermark, label, texts, kind, host }: PlayerOptions): Player {
  const listeners = new AbortController();
  const root = createElement('section', styles.player);
  const screen = createElement('div', styles.screen);
  const video = createElement('video', styles.video);
  const card = createPlayerCard(texts);
  const buffering = createBufferingSign(texts);
  const notice = createElement('p', styles.notice);
  root.setAttribute('aria-label', label);
  screen.setAttribute('role', 'document');
  screen.setAttribute('aria-label', label);
  screen.tabIndex = 0;
  disableBrowserFeatures(video);
  video.preload = 'metadata';
  notice.setAttribute('role', 'status');
  notice.hidden = true;
  const fullscreen = createFullscreen({
    element: root,
    video,
    addDismissable: host.addDismissable,
    onChange: () => update(),
  });
  const actions = createPlayerActions(video, fullscreen.toggle);
  const controls = createPlayerControls(video, texts, actions);
  const update = () => {
    const isWaiting =
      video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && (!video.paused || video.seeking);
    buffering(isWaiting && !video.ended && video.error === null);
    controls.update(fullscreen.isFullscreen());
  };
  const showKind: Player['showKind'] = (now) => {
    root.dataset['kind'] = now;
    controls.setFullscreenHidden(now === 'audio');
  };
  screen.append(video, card.element, buffering(false));
  root.append(screen, notice, controls.element);
  container.append(root);
  const endWatermark = maintainWatermark(screen, watermark);
  for (const eventName of mediaEvents) video.addEventListener(eventName, update);
  screen.addEventListener('click', actions.toggle);
  attachPlayerKeys(root, video, actions);
  watchIdle(root, video, listeners.signal);
  // While the app is obscured, nothing plays and nothing may cover the lock screen.
  const pauseIfObscured = () => {
    if (!host.isObscured()) return;
    video.pause();
    fullscreen.leave();
  };
  const unsubscribeHost = host.onObscuredChange(pauseIfObscured);
  // Headset keys and system controls can start playback while the app is obscured.
  video.addEventListener('play', pauseIfObscured);
  showKind(kind);
  update();
  return {
    video,
    showKind,
    showFacts: (facts) => card.show(facts),
    showNotice(words) {
      notice.textContent = words;
      notice.hidden = false;
    },
    end() {
      unsubscribeHost();
      listeners.abort();
      fullscreen.end();
      endWatermark();
      video.pause();
      // This is what releases the loaded data at once.
      video.removeAttribute('src');
      video.load();
      root.remove();
    },
  };
}
