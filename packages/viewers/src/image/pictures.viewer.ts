import type { Size } from '../pages/page-layout.rules.ts';
import { createPager } from '../pages/pager.viewer.ts';
import { createScroller, pagePaddingPx } from '../pages/scroller.viewer.ts';
import type { ViewerStage } from '../viewer/viewer.types.ts';
import { attachZoom, zoomRange } from '../viewer/zoom.viewer.ts';
import { attachDrag } from './drag.viewer.ts';
import styles from './image.module.css';
import type { Pictures } from './picture.types.ts';
import { maxPagePixels, maxPicturePixels } from './picture-budget.rules.ts';
import { fittedScale } from './picture-layout.rules.ts';
import { createPicturePage } from './picture-page.viewer.ts';

/** The largest zoom of a bitmap: device pixels per picture pixel. */
const maxBitmapZoom = 2;
/** The largest zoom of a vector drawing, relative to the fitted size. */
const maxVectorZoom = 20;

/** All pictures of a document in a column. Only pages near the viewport have canvases. */
export function createPictures(stage: ViewerStage, pictures: Pictures, first: Size, maxScale: number) {
  const { container, watermark, words, label, onPage } = stage;
  const isSingle = pictures.count === 1;
  const scroller = createScroller(stage);
  const { element: box, sheet } = scroller;
  box.classList.add(styles.scroller ?? '');
  sheet.classList.add(styles.sheet ?? '');
  if (isSingle) sheet.dataset['single'] = '';
  let quarterTurns = 0;

  const viewport = () => {
    const [width, height] = [container.clientWidth, container.clientHeight];
    return isSingle ? { width, height } : { width: Math.max(1, width - 2 * pagePaddingPx), height };
  };
  const settings = {
    fittedScale: (size: Size) => fittedScale(size, viewport(), { isSingle, isVector: maxScale > 1 }),
    zoom: () => zoom.scale(),
    quarterTurns: () => quarterTurns,
  };
  const pages = Array.from({ length: pictures.count }, (_, index) =>
    createPicturePage({
      load: () => pictures.pictureAt(index),
      number: index + 1,
      assumedSize: first,
      settings,
      maxPixels: isSingle ? maxPicturePixels : maxPagePixels,
      watermark,
      label: isSingle ? label : words.page(index + 1, pictures.count),
      brokenText: words.brokenPage,
      preserveScrollDuring: (element, change) => scroller.preserveScrollDuring(element, change),
    }),
  );
  const pager = createPager({ scroller, pages, onPage, onLeave: (page) => page.drop() });
  sheet.append(...pager.elements);

  const zoom = attachZoom({
    scroller: box,
    range: () => ({
      min: zoomRange.min,
      max: Math.max(
        zoomRange.max,
        maxScale > 1
          ? maxVectorZoom
          : maxBitmapZoom / (settings.fittedScale(first) * globalThis.devicePixelRatio),
      ),
    }),
    layout: (scale) => sheet.style.setProperty('--zoom', String(scale)),
    sharpen: pager.queue.wake,
  });
  const detachDrag = attachDrag(box);
  const containerSize = () => `${container.clientWidth} ${container.clientHeight}`;
  let lastContainerSize = containerSize();
  const resizeObserver = new ResizeObserver(() => {
    if (lastContainerSize === containerSize()) return;
    lastContainerSize = containerSize();
    pager.relayout(() => undefined);
  });

  return {
    pages,
    zoom: zoom.step,
    goTo: pager.goTo,
    /** Quarter turns to the right, as the user rotated. */
    quarterTurns: () => quarterTurns,
    rotate: () =>
      pager.rotate(() => {
        quarterTurns = (quarterTurns + 1) % 4;
      }),
    /** Draws the page at a position first; the others follow as the user scrolls. */
    async showFirstPage(position: number): Promise<void> {
      const page = pager.pageAt(position);
      if (!page) return;
      await page.load();
      scroller.goToPosition(pager.elements, position);
      try {
        await page.drawBase(stage.signal);
      } catch (error) {
        // With several pages the others can still be shown.
        if (isSingle) throw error;
      }
      pager.addNear(page);
      pager.watch();
      resizeObserver.observe(container);
      pager.emitPosition();
    },
    close: () => {
      resizeObserver.disconnect();
      zoom.detach();
      detachDrag();
      pager.close();
    },
  };
}
