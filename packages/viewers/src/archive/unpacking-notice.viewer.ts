import type { viewers } from '../texts/zh/viewers.ts';

/** A notice over the list while a file is unpacked, with its progress and a cancel button. */
export function showUnpackingNotice(
  root: HTMLElement,
  texts: (typeof viewers)['archive'],
  entry: { readonly name: string; readonly size: number },
) {
  const aborter = new AbortController();
  const notice = document.createElement('div');
  notice.className = 'unpacking';
  notice.setAttribute('role', 'status');
  const words = document.createElement('p');
  words.textContent = texts.reading(entry.name);
  const bar = document.createElement('progress');
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', words.textContent);
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.textContent = texts.cancel;
  cancel.addEventListener('click', () => aborter.abort());
  notice.append(words, bar, cancel);
  // No notice for what takes less than 300 ms.
  const timer = setTimeout(() => root.append(notice), 300);
  return {
    signal: aborter.signal,
    onProgress: (unpackedBytes: number) => {
      bar.value = Math.min(1, unpackedBytes / Math.max(1, entry.size));
    },
    remove: () => {
      clearTimeout(timer);
      notice.remove();
    },
  };
}
