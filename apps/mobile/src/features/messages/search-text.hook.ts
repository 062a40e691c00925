import { useEffect, useState } from 'react';
import { debounce } from '../../platform/timing.util.ts';
import { onScrollPositionsCleared } from '../../shell/navigation/scroll-restoration.hook.ts';

/** Debounce delay, so that not every letter causes a request. */
const searchDebounceMs = 250;

const savedTexts = new Map<string, string>();
onScrollPositionsCleared(() => savedTexts.clear());

/** A search text that survives leaving the screen; `keyword` follows it once typing pauses. */
export function useSearchText(name: string, initialText = '') {
  const [text, setText] = useState(() => savedTexts.get(name) ?? initialText);
  const [keyword, setKeyword] = useState(() => text.trim());
  useEffect(() => {
    savedTexts.set(name, text);
    const next = text.trim();
    // Clearing the text takes effect immediately.
    const updateKeyword = debounce(() => setKeyword(next), next === '' ? 0 : searchDebounceMs);
    updateKeyword();
    return () => updateKeyword.cancel();
  }, [name, text]);
  return { text, setText, keyword };
}
