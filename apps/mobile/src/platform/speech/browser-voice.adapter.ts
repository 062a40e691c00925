import { limits } from '@sealflow/domain/limits';
import type { SpeechOutcome, Voice } from './voice.ts';

const engine = () => globalThis.speechSynthesis as SpeechSynthesis | undefined;

/** Many WebViews have the interface and not one voice: then nothing would be heard. */
export const hasVoices = (): boolean => (engine()?.getVoices().length ?? 0) > 0;

export function onVoices(changed: () => void): () => void {
  engine()?.addEventListener?.('voiceschanged', changed);
  return () => engine()?.removeEventListener?.('voiceschanged', changed);
}

const languageOf = (text: string) => (/\p{Script=Han}/u.test(text) ? 'zh-CN' : 'en-US');

const outcomeOf = ({ error }: SpeechSynthesisErrorEvent): SpeechOutcome => {
  if (error === 'not-allowed') return 'refused';
  return error === 'canceled' || error === 'interrupted' ? 'spoken' : 'failed';
};

/** The device's own voices. */
export const browserVoice: Voice = {
  speak: (text, signal) =>
    new Promise((resolve) => {
      const speech = engine();
      if (speech === undefined || !hasVoices()) return resolve('failed');
      if (signal.aborted) return resolve('spoken');
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = languageOf(text);
      utterance.volume = limits.speechVolume;
      const stop = () => speech.cancel();
      const end = (outcome: SpeechOutcome) => {
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      utterance.addEventListener('end', () => end('spoken'));
      utterance.addEventListener('error', (event) => end(outcomeOf(event)));
      signal.addEventListener('abort', stop, { once: true });
      speech.cancel();
      speech.speak(utterance);
    }),
};
