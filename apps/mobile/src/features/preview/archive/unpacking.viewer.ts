import type { viewers } from '../../../i18n/zh/viewers.ts';

/** Says over the list that a file is being unpacked, how far, and lets it be. */
export function unpackingNote(
  root: HTMLElement,
  texts: (typeof viewers)['archive'],
  asked: { readonly name: string; readonly size: number },
) {
  const stop = new AbortController();
  const note = document.createElement('div');
  note.className = 'unpacking';
  note.setAttribute('role', 'status');
  const words = document.createElement('p');
  words.textContent = texts.reading(asked.name);
  const bar = document.createElement('progress');
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', words.textContent);
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.textContent = texts.cancel;
  cancel.addEventListener('click', () => stop.abort());
  note.append(words, bar, cancel);
  // What takes no longer than a blink needs no word.
  const timer = setTimeout(() => root.append(note), 300);
  return {
    signal: stop.signal,
    onProgress: (done: number) => {
      bar.value = Math.min(1, done / Math.max(1, asked.size));
    },
    end: () => {
      clearTimeout(timer);
      note.remove();
    },
  };
}
