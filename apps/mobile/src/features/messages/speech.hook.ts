import { limits } from '@sealflow/domain/limits';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

const engine = globalThis.speechSynthesis as SpeechSynthesis | undefined;

// Many WebViews have the interface and not one voice: then nothing would be heard.
const hasVoices = () => (engine?.getVoices().length ?? 0) > 0;

function onVoices(changed: () => void): () => void {
  engine?.addEventListener?.('voiceschanged', changed);
  return () => engine?.removeEventListener?.('voiceschanged', changed);
}

/** Reads a text aloud by the device's own voices, where it has any. */
export function useSpeech(text: string) {
  const available = useSyncExternalStore(onVoices, hasVoices);
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => {
    if (!speaking) return undefined;
    return () => engine?.cancel();
  }, [speaking]);

  const toggle = useCallback(() => {
    if (engine === undefined) return;
    engine.cancel();
    if (speaking) {
      setSpeaking(false);
      return;
    }
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = 'zh-CN';
    utterance.volume = limits.speechVolume;
    utterance.onend = () => setSpeaking(false);
    utterance.onerror = () => setSpeaking(false);
    setSpeaking(true);
    engine.speak(utterance);
  }, [text, speaking]);
  return { available, speaking, toggle };
}
