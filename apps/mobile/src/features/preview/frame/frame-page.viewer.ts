import styles from '../preview.module.css';
import { ViewerError, type ViewerStage } from '../viewer.types.ts';
import type { FrameFamily, OpenFrame } from './frame.types.ts';

/** The element, not yet in the page. */
export function makeFrame(family: FrameFamily, label: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.className = styles.frame ?? '';
  frame.title = label;
  // A service worker answers no frame that this attribute shuts off: without a network none would open. There the
  // policy that was kept with the page shuts it off just the same, which is looked at before it is given anything.
  if (!navigator.serviceWorker?.controller) frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.src = new URL(`${import.meta.env.BASE_URL}viewer-frame-${family}.html`, location.href).href;
  return frame;
}

/** Resolves when a frame in the page has its own page, of an opaque origin. */
export async function loadFrame(frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    frame.addEventListener('load', () => resolve(), { once: true });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  if (frame.contentDocument !== null) throw new ViewerError('unreadable');
}

export function openingOf(kind: string, stage: ViewerStage): OpenFrame {
  const { dataset, lang } = document.documentElement;
  return {
    kind,
    extension: stage.extension,
    size: stage.content.size,
    start: stage.start,
    mayCopy: stage.mayCopy,
    theme: dataset['theme'] === 'dark' ? 'dark' : 'light',
    language: lang.startsWith('en') ? 'en' : 'zh',
    fontSize: getComputedStyle(document.documentElement).fontSize,
  };
}
