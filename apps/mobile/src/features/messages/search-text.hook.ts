import { debounce } from '@sealflow/domain/debounce';
import { useEffect, useState } from 'react';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';

/** Typing on does not ask for every letter. */
const pause = 250;

const kept = new Map<string, string>();
onForgetPlaces(() => kept.clear());

/** A search that is there again when one comes back; `keyword` follows the text once typing pauses. */
export function useSearchText(name: string, begin = '') {
  const [text, setText] = useState(() => kept.get(name) ?? begin);
  const [keyword, setKeyword] = useState(() => text.trim());
  useEffect(() => {
    kept.set(name, text);
    const next = text.trim();
    // What is cleared is gone at once.
    const follow = debounce(() => setKeyword(next), next === '' ? 0 : pause);
    follow();
    return () => follow.cancel();
  }, [name, text]);
  return { text, setText, keyword };
}
