import { CallError } from '../frame/port-calls.util.ts';
import { pictures as en } from '../texts/en/pictures.ts';
import { pictures as zh } from '../texts/zh/pictures.ts';
import {
  type OpenViewer,
  type Viewer,
  ViewerError,
  type ViewerProblem,
  type ViewerStage,
} from '../viewer/viewer.types.ts';
import { playFrames } from './animation.viewer.ts';
import styles from './image.module.css';
import { openPictures } from './open-pictures.viewer.ts';
import type { Pictures } from './picture.types.ts';
import { createPicturePrint } from './picture-print.viewer.ts';
import { createPictures } from './pictures.viewer.ts';

const specificProblems = new Set<string>(['tooLarge', 'tooSlow', 'imageFailed', 'pictureUnsupported']);

const isSpecificProblem = (code: string): code is ViewerProblem => specificProblems.has(code);

/** Any failure of a picture becomes `imageFailed`, unless its code is more specific. */
function toImageProblem(error: unknown): unknown {
  if (!(error instanceof ViewerError || error instanceof CallError)) return error;
  return new ViewerError(isSpecificProblem(error.code) ? error.code : 'imageFailed', { cause: error });
}

/** The viewer of pictures of every format; they are drawn into canvases together with the watermark. */
export const imageViewer =
  (mimeType: string): Viewer =>
  async (stage) => {
    try {
      return await show(stage, await openPictures(mimeType, stage));
    } catch (error) {
      throw toImageProblem(error);
    }
  };

async function show(stage: ViewerStage, pictures: Pictures): Promise<OpenViewer> {
  const { container, start, signal } = stage;
  const words = document.documentElement.lang.startsWith('en') ? en : zh;
  const cleanups: (() => void)[] = [pictures.close];
  const close = () => {
    for (const cleanUp of cleanups.splice(0).toReversed()) cleanUp();
  };
  try {
    signal.throwIfAborted();
    const firstPage = start >= 1 && Math.floor(start) <= pictures.count ? start : 1;
    const first = await pictures.pictureAt(Math.floor(firstPage) - 1);
    signal.throwIfAborted();
    const shown = createPictures(stage, pictures, first.size, first.maxScale);
    cleanups.push(shown.close);
    await shown.showFirstPage(firstPage);
    signal.throwIfAborted();
    if (first.isTruncated) cleanups.push(addNote(container, words.cutOff));
    const [page] = shown.pages;
    if (first.frames && page) {
      const { frames } = first;
      cleanups.push(playFrames({ container, frames, redraw: () => page.redraw(), words }));
    }
    return {
      zoom: shown.zoom,
      rotate: shown.rotate,
      print: async () => createPicturePrint(pictures, shown.quarterTurns),
      ...(pictures.count > 1 ? { goTo: shown.goTo } : {}),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function addNote(container: HTMLElement, text: string): () => void {
  const note = document.createElement('p');
  note.className = styles.note ?? '';
  note.setAttribute('role', 'status');
  note.textContent = text;
  container.append(note);
  return () => note.remove();
}
