import type { TextRange } from '../viewer/find-text.rules.ts';
import styles from './pdf.module.css';
import type { TextLayerView } from './pdf-text.viewer.ts';

const percent = (share: number) => `${share * 100}%`;

/** The marks of the search matches on a page. They are positioned when the text layer is available. */
export function createMarks() {
  const element = document.createElement('div');
  element.className = styles.marks ?? '';
  element.setAttribute('aria-hidden', 'true');
  let ranges: readonly TextRange[] = [];
  let current = -1;
  let text: TextLayerView | null = null;
  let onPlaced: ((rect: DOMRectReadOnly) => void) | null = null;

  const draw = () => {
    const marks = ranges.flatMap((range, index) =>
      (text?.rectsOf(range) ?? []).map(({ left, top, width, height }) => {
        const mark = document.createElement('div');
        mark.className = styles.mark ?? '';
        if (index === current) mark.dataset['current'] = '';
        mark.style.left = percent(left);
        mark.style.top = percent(top);
        mark.style.width = percent(width);
        mark.style.height = percent(height);
        return mark;
      }),
    );
    element.replaceChildren(...marks);
    const range = ranges[current];
    const [rect] = (range && text?.rectsOf(range)) ?? [];
    if (!rect) return;
    onPlaced?.(rect);
    onPlaced = null;
  };

  return {
    element,
    /** `whenPlaced` is called once with the position of the current mark, as shares of the page. */
    set: (next: readonly TextRange[], currentIndex: number, whenPlaced: typeof onPlaced = null) => {
      if (next.length === 0 && ranges.length === 0) return;
      ranges = next;
      current = currentIndex;
      onPlaced = whenPlaced;
      draw();
    },
    /** Sets the text layer of the page. */
    setTextLayer: (textLayer: TextLayerView | null) => {
      text = textLayer;
      draw();
    },
    removeTextLayer: () => {
      text = null;
      element.replaceChildren();
    },
  };
}
