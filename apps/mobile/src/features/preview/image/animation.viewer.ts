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
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [index, round] = [0, 1];

  const step = async () => {
    if (index + 1 >= frames.count()) {
      if (round >= frames.rounds) {
        [index, round] = [-1, 1];
        set(false);
        return;
      }
      round += 1;
    }
    index = (index + 1) % frames.count();
    const duration = await frames.show(index);
    if (ended) return;
    await redraw();
    if (isPlaying) timer = setTimeout(go, duration);
  };
  const go = () => {
    // When a frame cannot be decoded, the previous one stays.
    step().catch(() => {
      if (!ended) set(false);
    });
  };
  const set = (plays: boolean) => {
    clearTimeout(timer);
    isPlaying = plays;
    button.textContent = plays ? words.pause : words.play;
    if (plays) go();
  };
  button.addEventListener('click', () => set(!isPlaying));
  set(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  container.append(button);
  return () => {
    ended = true;
    clearTimeout(timer);
    button.remove();
  };
}
