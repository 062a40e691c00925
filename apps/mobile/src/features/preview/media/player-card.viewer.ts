import { toBase64 } from '../base64.rules.ts';
import type { MediaFacts } from './media.types.ts';
import styles from './player.module.css';
import type { MediaTexts } from './player.types.ts';
import { playerIcon } from './player-icons.viewer.ts';
import { part } from './player-parts.viewer.ts';

/** The card of a recording with its cover, title and artist. */
export function playerCard(texts: MediaTexts) {
  const element = part('div', styles.card);
  const cover = part('div', styles.cover);
  cover.append(playerIcon('note', 72));
  element.append(cover);
  return {
    element,
    show({ title, artist, album, cover: picture }: MediaFacts) {
      const lines = [artist, album].filter((line) => line !== null).join(' · ');
      const face = picture === null ? cover : part('img', styles.cover);
      if (face instanceof HTMLImageElement && picture !== null) {
        face.alt = texts.cover;
        // Not a blob URL: the browser may write blobs to disk. A broken cover leaves the placeholder.
        face.src = `data:${picture.mimeType};base64,${toBase64(picture.bytes)}`;
        face.addEventListener('error', () => face.replaceWith(cover), { once: true });
      }
      const said = [
        { text: title, className: styles.title },
        { text: lines, className: styles.artist },
      ].flatMap(({ text, className }) => {
        if (!text) return [];
        const line = part('p', className);
        line.textContent = text;
        return [line];
      });
      element.replaceChildren(face, ...said);
    },
  };
}
