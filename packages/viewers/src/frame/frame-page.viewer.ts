import { ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';
import styles from './frame.module.css';
import type { FrameFamily, FrameOpenOptions } from './frame.types.ts';

/** Creates the element without adding it to the page. */
export function createFrame(family: FrameFamily, label: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.className = styles.frame ?? '';
  frame.title = label;
  // A service worker does not answer for a frame with the `sandbox` attribute, so none would open offline. In
  // that case the content security policy in the cached response sandboxes the frame, which `loadFrame`
  // checks before the frame gets any data.
  if (!navigator.serviceWorker?.controller) frame.setAttribute('sandbox', 'allow-scripts');
  // The engine of exact pages shares memory between threads, which browsers allow only to isolated pages.
  // The policy that sandboxes the frame makes its origin differ from the one of its address: `*` includes it.
  if (family === 'exact') frame.allow = 'cross-origin-isolated *';
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.src = new URL(`${import.meta.env.BASE_URL}viewer-frame-${family}.html`, location.href).href;
  return frame;
}

/** Resolves when a frame in the page has loaded its own page with an opaque origin. */
export async function loadFrame(frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    frame.addEventListener('load', () => resolve(), { once: true });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  if (frame.contentDocument !== null) throw new ViewerError('unreadable');
}

export function frameOptionsOf(kind: string, stage: ViewerStage, name = ''): FrameOpenOptions {
  const { dataset, lang } = document.documentElement;
  return {
    kind,
    name,
    extension: stage.extension,
    size: stage.content.size,
    start: stage.start,
    mayCopy: stage.mayCopy,
    theme: dataset['theme'] === 'dark' ? 'dark' : 'light',
    language: lang.startsWith('en') ? 'en' : 'zh',
    fontSize: getComputedStyle(document.documentElement).fontSize,
  };
}
