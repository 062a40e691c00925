import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- `?url` makes Vite answer the file's address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import styles from '../preview.module.css';
import { type OpenViewer, type Viewer, ViewerError, type ViewerStage } from '../viewer.types.ts';
import { attachZoom } from '../zoom.viewer.ts';
import { createPage, type PageView } from './pdf-page.viewer.ts';
import { ByteSourceTransport } from './pdf-range.adapter.ts';

const rangeChunkSize = 32 * 1024;
/** On a wide screen a page is no wider than one reads comfortably, in CSS pixels. */
const comfortable = 920;
/** Pages are drawn this far above and below what is seen. */
const margin = '60% 0px';

const assets = (folder: string) => new URL(`${import.meta.env.BASE_URL}pdfjs/${folder}/`, location.href).href;

function problemOf(error: unknown): unknown {
  if (!(error instanceof Error)) return new ViewerError('unreadable');
  if (error.name === 'PasswordException') return new ViewerError('password', { cause: error });
  const ofPdf = ['InvalidPDFException', 'FormatError', 'UnknownErrorException', 'MissingPDFException'];
  return ofPdf.includes(error.name) ? new ViewerError('unreadable', { cause: error }) : error;
}

/** PDF by ranges: what is not looked at is not read, and pages far from the eye hold no pixels. */
export const pdfViewer: Viewer = async (stage) => {
  const { content, signal, onFailure } = stage;
  const port = new Worker(workerUrl, { type: 'module' });
  const worker = PDFWorker.create({ port });
  let failRead: (error: unknown) => void = onFailure;
  const readFailure = new Promise<never>((_, reject) => {
    failRead = reject;
  });
  const task = getDocument({
    range: new ByteSourceTransport(content, (error) => failRead(error)),
    rangeChunkSize,
    disableAutoFetch: true,
    disableStream: true,
    worker,
    cMapUrl: assets('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: assets('standard_fonts'),
    wasmUrl: assets('wasm'),
    iccUrl: assets('iccs'),
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  const end = () => {
    const cut = () => {
      worker.destroy();
      port.terminate();
    };
    // What it still waited for ends with it, which is no failure of anything.
    task.destroy().then(cut, cut);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const pdf = await Promise.race([task.promise, readFailure]);
    const open = await Promise.race([showPages(stage, pdf), readFailure]);
    readFailure.catch(onFailure);
    return {
      ...open,
      close: () => {
        open.close();
        signal.removeEventListener('abort', end);
        end();
      },
    };
  } catch (error) {
    end();
    throw problemOf(error);
  }
};

async function showPages(stage: ViewerStage, pdf: PDFDocumentProxy): Promise<OpenViewer> {
  const { container, watermark, label, onPage, onFailure } = stage;
  const scroller = document.createElement('div');
  scroller.className = styles.scroller ?? '';
  scroller.tabIndex = 0;
  scroller.setAttribute('role', 'document');
  scroller.setAttribute('aria-label', label);
  const sheet = document.createElement('div');
  sheet.className = styles.sheet ?? '';
  scroller.append(sheet);
  container.append(scroller);

  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  const padding = 8;
  const unit = () => Math.min(comfortable, Math.max(1, scroller.clientWidth - 2 * padding)) / width;
  const views = new Map<Element, PageView>();
  const pages = Array.from({ length: pdf.numPages }, (_, index) => {
    const view = createPage({
      pdf,
      number: index + 1,
      assumed: { width, height },
      watermark,
      label: `${index + 1} / ${pdf.numPages}`,
      unit,
      onSize: keepPlace,
    });
    views.set(view.element, view);
    return view;
  });
  sheet.append(...pages.map(({ element }) => element));

  // A page above that turns out longer than assumed must not move what is being read.
  function keepPlace(element: HTMLElement) {
    const before = Number(element.dataset['height'] ?? 0);
    const after = element.offsetHeight;
    if (before > 0 && element.offsetTop + before <= scroller.scrollTop) scroller.scrollTop += after - before;
    element.dataset['height'] = String(after);
  }

  const near = new Set<PageView>();
  const show = (view: PageView) =>
    view.show(zoom.scale()).catch((error: unknown) => onFailure(problemOf(error)));
  const zoom = attachZoom({
    scroller,
    layout: (scale) => sheet.style.setProperty('--zoom', String(scale)),
    sharpen: () => {
      for (const view of near) void show(view);
    },
  });
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const view = views.get(target);
        if (!view) continue;
        if (isIntersecting) {
          near.add(view);
          void show(view);
        } else if (near.delete(view)) view.hide();
      }
    },
    { root: scroller, rootMargin: margin },
  );

  const tellPage = () => {
    const line = scroller.scrollTop + scroller.clientHeight / 3;
    let [low, high] = [0, pages.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pages[middle]?.element.offsetTop ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    onPage(low + 1, pages.length);
  };
  scroller.addEventListener('scroll', tellPage, { passive: true });
  let laidOut = scroller.clientWidth;
  const resized = new ResizeObserver(() => {
    if (scroller.clientWidth === laidOut) return;
    laidOut = scroller.clientWidth;
    for (const view of pages) view.relayout();
    for (const view of near) void show(view);
  });
  resized.observe(scroller);

  const [first] = pages;
  if (first) {
    near.add(first);
    await first.show(1);
  }
  for (const { element } of pages) watcher.observe(element);
  tellPage();
  return {
    goTo: (page) => {
      const target = pages[page - 1]?.element;
      if (target) scroller.scrollTo({ top: target.offsetTop - padding, behavior: 'instant' });
    },
    zoom: zoom.step,
    close: () => {
      watcher.disconnect();
      resized.disconnect();
      zoom.end();
      for (const view of near) view.hide();
      scroller.remove();
    },
  };
}
