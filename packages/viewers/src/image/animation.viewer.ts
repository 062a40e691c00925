import styles from './image.module.css';
import type { PictureFrames } from './picture.types.ts';

export type AnimationOptions = {
  readonly container: HTMLElement;
  readonly frames: PictureFrames;
  readonly redraw: () => Promise<void>;
  readonly words: { readonly play: string; readonly pause: string };
};

/**
 * Plays the frames of an animation, with a button that pauses it. It starts paused for users who prefer
 * reduced motion.
 */
export function playFrames({ container, frames, redraw, words }: AnimationOptions): () => void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = styles.play ?? '';
  let isPlaying = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [index, loop] = [0, 1];

  const showNextFrame = async () => {
    if (index + 1 >= frames.count()) {
      if (loop >= frames.loops) {
        [index, loop] = [-1, 1];
        setPlaying(false);
        return;
      }
      loop += 1;
    }
    index = (index + 1) % frames.count();
    const duration = await frames.show(index);
    if (isStopped) return;
    await redraw();
    if (isPlaying) timer = setTimeout(advance, duration);
  };
  const advance = () => {
    // When a frame cannot be decoded, the previous one stays.
    showNextFrame().catch(() => {
      if (!isStopped) setPlaying(false);
    });
  };
  const setPlaying = (shouldPlay: boolean) => {
    clearTimeout(timer);
    isPlaying = shouldPlay;
    button.textContent = shouldPlay ? words.pause : words.play;
    if (shouldPlay) advance();
  };
  button.addEventListener('click', () => setPlaying(!isPlaying));
  setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  container.append(button);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    button.remove();
  };
}
