import styles from '../preview.module.css';
import { type Viewer, ViewerError } from '../viewer.types.ts';
import { keepWatermark } from '../watermark-overlay.viewer.ts';
import type { FrameViewer, FromFrame, OpenFrame, ToFrame } from './frame.messages.ts';

/** A parser that has shown nothing by then is stuck on the file. */
const patience = 10_000;
/** The frame may ask for what it likes; it gets no more at once. */
const mostAtOnce = 4 * 1024 * 1024;

/**
 * Runs a parser in the viewer frame: an opaque origin without network, storage, token or key, which asks for bytes
 * over one port. The watermark lies over it in our own page, where nothing in the frame can reach it.
 */
export const frameViewer =
  (viewer: FrameViewer): Viewer =>
  async ({ container, content, watermark, label, onPage, onFailure, signal }) => {
    const frame = document.createElement('iframe');
    frame.className = styles.frame ?? '';
    frame.title = label;
    // A service worker answers no frame that this attribute shuts off: without a network none would open. There the
    // policy that was kept with the page shuts it off just the same, which is looked at before it is given anything.
    if (!navigator.serviceWorker?.controller) frame.setAttribute('sandbox', 'allow-scripts');
    frame.setAttribute('referrerpolicy', 'no-referrer');
    frame.src = new URL(`${import.meta.env.BASE_URL}viewer-frame.html`, location.href).href;
    const { port1: port, port2: itsPort } = new MessageChannel();
    const reading = new AbortController();
    const say = (message: ToFrame, transfer: Transferable[] = []) => port.postMessage(message, transfer);

    let fail = onFailure;
    const answer = async ({ id, offset, length }: Extract<FromFrame, { kind: 'read' }>) => {
      try {
        const bytes = await content.read(offset, Math.min(length, mostAtOnce), reading.signal);
        say({ kind: 'bytes', id, bytes }, [bytes.buffer]);
      } catch (error) {
        if (reading.signal.aborted) return;
        // First the cause; what the frame makes of it comes too late to matter.
        fail(error);
        say({ kind: 'failed', id });
      }
    };
    const shown = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new ViewerError('tooSlow')), patience);
      const settle = (settled: () => void) => {
        clearTimeout(timer);
        fail = onFailure;
        settled();
      };
      fail = (error) => settle(() => reject(error));
      port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
        if (data.kind === 'read') void answer(data);
        else if (data.kind === 'page') onPage(data.page, data.pages);
        else if (data.kind === 'shown') settle(resolve);
        else if (data.kind === 'escape')
          frame.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        else fail(new ViewerError('unreadable'));
      };
      signal.addEventListener('abort', () => settle(() => reject(signal.reason)), { once: true });
    });

    const style = getComputedStyle(document.documentElement);
    frame.addEventListener(
      'load',
      () => {
        if (frame.contentDocument !== null) return fail(new ViewerError('unreadable'));
        const open: OpenFrame = {
          kind: 'open',
          viewer,
          size: content.size,
          theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
          language: document.documentElement.lang,
          fontSize: style.fontSize,
        };
        // Its origin is opaque, so no name can stand here; what it gets is this document alone.
        frame.contentWindow?.postMessage(open, '*', [itsPort]);
      },
      { once: true },
    );
    container.append(frame);
    const endWatermark = keepWatermark(container, watermark);
    const close = () => {
      endWatermark();
      reading.abort();
      port.close();
      frame.remove();
    };
    try {
      await shown;
    } catch (error) {
      close();
      throw error;
    }
    return {
      goTo: (page) => say({ kind: 'goTo', page }),
      zoom: (step) => say({ kind: 'zoom', step }),
      close,
    };
  };
