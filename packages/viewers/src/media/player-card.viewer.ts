import { toBase64 } from '../format/base64.util.ts';
import type { MediaFacts } from './media.types.ts';
import styles from './player.module.css';
import type { MediaTexts } from './player.types.ts';
import { createPlayerIcon } from './player-icons.viewer.ts';
import { createElement } from './player-parts.viewer.ts';

/** The card of a recording with its cover, title and artist. */
export function createPlayerCard(texts: MediaTexts) {
  const element = createElement('div', styles.card);
  const cover = createElement('div', styles.cover);
  cover.append(createPlayerIcon('note', 72));
  element.append(cover);
  return {
    element,
    show({ title, artist, album, cover: picture }: MediaFacts) {
      const lines = [artist, album].filter((line) => line !== null).join(' · ');
      const image = picture === null ? cover : createElement('img', styles.cover);
      if (image instanceof HTMLImageElement && picture !== null) {
        image.alt = texts.cover;
        // Not a blob URL: the browser may write blobs to disk. A broken cover leaves the placeholder.
        image.src = `data:${picture.mimeType};base64,${toBase64(picture.bytes)}`;
        image.addEventListener('error', () => image.replaceWith(cover), { once: true });
      }
      const textLines = [
        { text: title, className: styles.title },
        { text: lines, className: styles.artist },
      ].flatMap(({ text, className }) => {
        if (!text) return [];
        const line = createElement('p', className);
        line.textContent = text;
        return [line];
      });
      element.replaceChildren(image, ...textLines);
    },
  };
}
