import { App } from '@capacitor/app';
import { TextToSpeech } from '@capacitor-community/text-to-speech';
import type { SpeechOutcome, SpeechPort, Utterance } from '../../ports/speech.port.ts';
import { delay } from '../../timing.util.ts';
import { createListeners } from '../listeners.util.ts';
import { listenToPlugin } from './plugin-events.util.ts';

const languages: readonly Utterance['language'][] = ['zh-CN', 'en-US'];

/** Android's speech engine starts asynchronously and reports no supported language until it is ready. */
const retryDelaysMs = [500, 2_000, 6_000];

async function hasAnyVoice(): Promise<boolean> {
  for (const lang of languages) {
    const { supported } = await TextToSpeech.isLanguageSupported({ lang }).catch(() => ({
      supported: false,
    }));
    if (supported) return true;
  }
  return false;
}

/** The system's speech engine. */
export function createCapacitorSpeech(): SpeechPort {
  const changes = createListeners();
  let isVoiceFound = false;
  let hasStarted = false;
  const checkVoice = async () => {
    const found = await hasAnyVoice();
    if (found === isVoiceFound) return;
    isVoiceFound = found;
    changes.emit();
  };
  const checkUntilFound = async () => {
    await checkVoice();
    for (const time of retryDelaysMs) {
      if (isVoiceFound) return;
      await delay(time);
      await checkVoice();
    }
  };
  return {
    hasVoice: () => isVoiceFound,
    subscribe(listener) {
      if (!hasStarted) {
        hasStarted = true;
        void checkUntilFound();
        // The user may have installed a voice in the settings.
        listenToPlugin(
          (emit) => App.addListener('resume', () => emit(undefined)),
          () => void checkVoice(),
        );
      }
      return changes.subscribe(listener);
    },
    speak,
  };
}

const speak = ({ text, language, volume }: Utterance, signal: AbortSignal) =>
  new Promise<SpeechOutcome>((resolve) => {
    if (signal.aborted) return resolve('spoken');
    // Android drops a stopped utterance without an event.
    const stop = () => {
      TextToSpeech.stop().catch(() => undefined);
      resolve('spoken');
    };
    const end = (outcome: SpeechOutcome) => {
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    signal.addEventListener('abort', stop, { once: true });
    TextToSpeech.speak({ text, lang: language, volume }).then(
      () => end('spoken'),
      () => end('failed'),
    );
  });
