import type { viewers } from '../../../i18n/zh/viewers.ts';

/** A notice over the list while a file is unpacked, with its progress and a cancel button. */
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
  // No notice for what takes less than 300 ms.
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
