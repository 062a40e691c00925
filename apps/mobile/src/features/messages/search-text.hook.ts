import { debounce } from '@sealflow/domain/debounce';
import { useEffect, useState } from 'react';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';

/** Debounce delay, so that not every letter causes a request. */
const pause = 250;

const kept = new Map<string, string>();
onForgetPlaces(() => kept.clear());

/** A search text that survives leaving the screen; `keyword` follows it once typing pauses. */
export function useSearchText(name: string, begin = '') {
  const [text, setText] = useState(() => kept.get(name) ?? begin);
  const [keyword, setKeyword] = useState(() => text.trim());
  useEffect(() => {
    kept.set(name, text);
    const next = text.trim();
    // Clearing the text takes effect immediately.
    const follow = debounce(() => setKeyword(next), next === '' ? 0 : pause);
    follow();
    return () => follow.cancel();
  }, [name, text]);
  return { text, setText, keyword };
}
