import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import type { Position } from '../../src/platform/ports/geolocation.port.ts';
import type { Utterance } from '../../src/platform/ports/speech.port.ts';
import { NativeError, type PhoneStyle } from './bridge.ts';

type Spoken = { readonly text: string; readonly lang: Utterance['language']; readonly volume: number };
type Lock = { readonly id: string; readonly salt: string };

const codes = { denied: 'OS-PLUG-GLOC-0003', unavailable: 'OS-PLUG-GLOC-0010' };

/** The user of the phone, as Geolocation, BiometricAuthNative, BoundKey, TextToSpeech and Filesystem report them. */
export function nativePerson(style: PhoneStyle) {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const utterances: Utterance[] = [];
  const keys = new Set<string>();
  const state = { knows: false, shows: true, hasVoice: false, storage: 'prompt', grants: true };
  let place: Position | 'denied' | 'unavailable' = 'unavailable';
  let end: (() => void) | undefined;
  const storage = () => ({ publicStorage: style === 'ios' ? 'granted' : state.storage });
  const plugins = {
    Geolocation: {
      getCurrentPosition: async () => {
        if (typeof place === 'string') throw new NativeError(codes[place]);
        return {
          timestamp: 0,
          coords: { latitude: place.lat, longitude: place.lng, accuracy: place.accuracy },
        };
      },
    },
    BiometricAuthNative: {
      // Many Android devices recognise a face by a weak sensor, which cannot protect a key.
      checkBiometry: async () => ({ isAvailable: true, strongBiometryIsAvailable: state.knows }),
    },
    BoundKey: {
      create: async ({ id }: Lock) => void keys.add(id),
      derive: async ({ id, salt }: Lock) => {
        if (!keys.has(id)) throw new NativeError('gone');
        if (!state.shows) throw new NativeError('refused');
        const algorithm = { name: 'HMAC', hash: 'SHA-256' };
        const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
        return { secret: toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, fromBase64(salt)))) };
      },
    },
    TextToSpeech: {
      isLanguageSupported: async () => ({ supported: state.hasVoice }),
      speak: ({ text, lang, volume }: Spoken) =>
        new Promise<void>((resolve, reject) => {
          if (!state.hasVoice) return reject(new NativeError('This language is not supported.'));
          utterances.push({ text, language: lang, volume });
          end = resolve;
        }),
      // Android drops the callback for the end of the speech.
      stop: async () => {
        if (style === 'ios') end?.();
        end = undefined;
      },
    },
  };
  return {
    plugins,
    state,
    storage: {
      checkPermissions: async () => storage(),
      requestPermissions: async () => {
        state.storage = state.grants ? 'granted' : 'prompt-with-rationale';
        return storage();
      },
    },
    device: {
      place: (answer: typeof place) => {
        place = answer;
      },
      setStorageAnswer: (granted: boolean) => {
        state.grants = granted;
      },
      setVoice: (has: boolean) => {
        state.hasVoice = has;
      },
      utterances: () => utterances,
      finishSpeech: () => end?.(),
      setCanVerifyUser: (knows: boolean) => {
        state.knows = knows;
      },
      setUserVerified: (shows: boolean) => {
        state.shows = shows;
      },
    },
  };
}
