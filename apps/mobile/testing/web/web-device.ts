import type { Position } from '../../src/platform/ports/geolocation.port.ts';
import type { PushNote } from '../../src/platform/ports/push.port.ts';
import type { Utterance } from '../../src/platform/ports/speech.port.ts';
import { pathOfNote } from '../../src/platform/push/push-note.rules.ts';
import type { Device } from '../platform/rig.ts';
import { browserPerson } from './browser-person.ts';

/** Replaces a property of the browser's API. */
const replace = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, writable: true, value });

function browserVoice() {
  const utterances: Utterance[] = [];
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
      utterances.push({ text, language: lang as Utterance['language'], volume: Number(volume.toFixed(2)) });
    },
  });
  replace(globalThis, 'speechSynthesis', engine);
  return {
    utterances: () => utterances,
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
  const postToPage = (data: object) =>
    void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  return {
    setPushAnswer: (granted: boolean) => {
      grants = granted;
    },
    // The service worker has parsed the push before it posts the message.
    deliverPush: (note: object) => postToPage({ kind: 'push', note }),
    pressNotice: (note: object) => postToPage({ kind: 'open', path: pathOfNote(note as PushNote) }),
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
    setAcceptsFiles: (next: boolean) => {
      takes = next;
    },
    given: () => given,
  };
}

/** The controls of the browser and its device. */
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
    setStorageAnswer: () => undefined,
    cover: () => undefined,
    leave: () => become('hidden'),
    comeBack: () => become('visible'),
    isBlocked: () => false,
  };
}
