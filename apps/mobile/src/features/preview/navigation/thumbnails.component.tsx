import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import styles from './contents.module.css';
import type { PagePosition } from './page-jump.component.tsx';

type ThumbnailsProps = {
  readonly draw: NonNullable<OpenViewer['thumbnail']>;
  readonly position: PagePosition;
  readonly onGoToPage: (page: number) => void;
};

/** In CSS pixels; three fit side by side on the narrowest phone. */
const width = 92;

/**
 * All pages as thumbnails. A thumbnail is drawn when it comes near the viewport and released when it leaves.
 */
export function Thumbnails({ draw, position, onGoToPage }: ThumbnailsProps) {
  const { preview } = useTexts();
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const drawing = new Map<Element, AbortController>();
    const leave = (slot: Element) => {
      drawing.get(slot)?.abort();
      drawing.delete(slot);
      for (const canvas of slot.querySelectorAll('canvas')) canvas.width = 0;
      slot.replaceChildren();
    };
    const enter = async (slot: HTMLElement) => {
      const aborter = new AbortController();
      drawing.set(slot, aborter);
      const { signal } = aborter;
      const canvas = await draw({ page: Number(slot.dataset['page']), width, signal });
      if (signal.aborted) canvas.width = 0;
      else {
        canvas.setAttribute('aria-hidden', 'true');
        slot.replaceChildren(canvas);
      }
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) leave(target);
          else if (!drawing.has(target)) enter(target as HTMLElement).catch(() => undefined);
        }
      },
      { root: element.closest('dialog'), rootMargin: '50% 0px' },
    );
    const slots = element.querySelectorAll('[data-page]');
    for (const slot of slots) watcher.observe(slot);
    element.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    return () => {
      watcher.disconnect();
      for (const slot of slots) leave(slot);
    };
  }, [draw]);

  const pages = Array.from({ length: position.pageCount }, (_, index) => index + 1);
  return (
    <ul ref={list} className={styles.thumbnails} style={{ '--thumbnail': `${width}px` } as CSSProperties}>
      {pages.map((page) => (
        <li key={page}>
          <button
            type="button"
            className={styles.thumbnail}
            aria-label={preview.pageLabel(page)}
            aria-current={page === position.page ? 'page' : undefined}
            onClick={() => onGoToPage(page)}
          >
            <span className={styles.slot} data-page={page} />
            <span aria-hidden="true">{page}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
