import type { SpeechOutcome, SpeechPort } from '../../ports/speech.port.ts';

const engine = () => globalThis.speechSynthesis as SpeechSynthesis | undefined;

/** Many WebViews have the interface but no voice. */
const hasVoice = (): boolean => (engine()?.getVoices().length ?? 0) > 0;

const outcomeOf = ({ error }: SpeechSynthesisErrorEvent): SpeechOutcome => {
  if (error === 'not-allowed') return 'refused';
  return error === 'canceled' || error === 'interrupted' ? 'spoken' : 'failed';
};

/** The browser's speech synthesis. */
export const createWebSpeech = (): SpeechPort => ({
  hasVoice,
  subscribe(listener) {
    engine()?.addEventListener?.('voiceschanged', listener);
    return () => engine()?.removeEventListener?.('voiceschanged', listener);
  },
  speak: ({ text, language, volume }, signal) =>
    new Promise((resolve) => {
      const speech = engine();
      if (speech === undefined || !hasVoice()) return resolve('failed');
      if (signal.aborted) return resolve('spoken');
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = language;
      utterance.volume = volume;
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
});
