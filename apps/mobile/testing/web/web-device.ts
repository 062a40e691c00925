import type { Position } from '../../src/platform/ports/geolocation.port.ts';
import type { PushNote } from '../../src/platform/ports/push.port.ts';
import type { Utterance } from '../../src/platform/ports/speech.port.ts';
import { pathOfNote } from '../../src/platform/push/push-note.rules.ts';
import type { Device } from '../platform/rig.ts';
import { browserPerson } from './browser-person.ts';

/** Puts something in the place of what the browser gives. */
const replace = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, writable: true, value });

function browserVoice() {
  const heard: Utterance[] = [];
  const voices: object[] = [];
  let current: SpeechSynthesisUtterance | undefined;
  const end = () => current?.dispatchEvent(new Event('end'));
  const engine = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    cancel: () => {
      end();
      current = undefined;
    },
    speak: (utterance: SpeechSynthesisUtterance) => {
      current = utterance;
      const { text, lang, volume } = utterance;
      heard.push({ text, language: lang as Utterance['language'], volume: Number(volume.toFixed(2)) });
    },
  });
  replace(globalThis, 'speechSynthesis', engine);
  return {
    heard: () => heard,
    finishSpeech: () => void end(),
    setVoice: (has: boolean) => {
      voices.length = 0;
      if (has) voices.push({});
      engine.dispatchEvent(new Event('voiceschanged'));
    },
  };
}

function browserPlace() {
  let place: Position | 'denied' | 'unavailable' = 'unavailable';
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (done, failed) => {
    if (typeof place === 'string')
      failed?.({ code: place === 'denied' ? 1 : 2, PERMISSION_DENIED: 1 } as GeolocationPositionError);
    else
      done({
        coords: { longitude: place.lng, latitude: place.lat, accuracy: place.accuracy },
      } as GeolocationPosition);
  };
  replace(navigator, 'geolocation', { getCurrentPosition });
  return {
    place: (answer: typeof place) => {
      place = answer;
    },
  };
}

function browserPush() {
  let grants = true;
  const notices = {
    permission: 'default',
    requestPermission: async () => {
      notices.permission = grants ? 'granted' : 'denied';
      return notices.permission;
    },
  };
  replace(globalThis, 'Notification', notices);
  const tell = (data: object) =>
    void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  return {
    pushAnswer: (granted: boolean) => {
      grants = granted;
    },
    // The service worker has taken it apart by then.
    deliverPush: (note: object) => tell({ kind: 'push', note }),
    pressNotice: (note: object) => tell({ kind: 'open', path: pathOfNote(note as PushNote) }),
    changeToken: () => undefined,
  };
}

function browserSharing() {
  const given: string[] = [];
  let takes = true;
  replace(navigator, 'canShare', () => takes);
  replace(
    navigator,
    'share',
    async ({ files = [] }: ShareData) => void given.push(...files.map(({ name }) => name)),
  );
  return {
    takesFiles: (next: boolean) => {
      takes = next;
    },
    given: () => given,
  };
}

/** What a browser and the device below it answer, as a test wants it. */
export function webDevice(): Device {
  let badge = 0;
  const show = async (count = 0) => {
    badge = count;
  };
  replace(navigator, 'setAppBadge', show);
  replace(navigator, 'clearAppBadge', () => show());
  replace(navigator, 'onLine', true);
  const viewport = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 });
  replace(globalThis, 'visualViewport', viewport);
  const become = (visibility: DocumentVisibilityState) => {
    replace(document, 'visibilityState', visibility);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    ...browserVoice(),
    ...browserPlace(),
    ...browserPush(),
    ...browserSharing(),
    ...browserPerson(replace),
    settled: async () => undefined,
    setOnline: (online) => {
      replace(navigator, 'onLine', online);
      dispatchEvent(new Event(online ? 'online' : 'offline'));
    },
    pressBack: () => undefined,
    exits: () => 0,
    badge: () => badge,
    barStyle: () => null,
    setKeyboard: (isVisible) => {
      viewport.height = window.innerHeight - (isVisible ? 300 : 0);
      viewport.dispatchEvent(new Event('resize'));
    },
    storageAnswer: () => undefined,
    cover: () => undefined,
    leave: () => become('hidden'),
    comeBack: () => become('visible'),
    isBlocked: () => false,
  };
}
