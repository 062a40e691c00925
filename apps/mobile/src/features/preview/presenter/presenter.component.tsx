import { BackIcon, ChevronRightIcon, CloseIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { stopPresenting } from '../../../shell/navigation/full-screen.store.ts';
import type { PagePosition } from '../navigation/page-jump.component.tsx';
import styles from './presenter.module.css';
import { type PresenterStep, pageAfter, presenterStepOf } from './presenter-keys.rules.ts';

type PresenterProps = { readonly viewer: OpenViewer; readonly position: PagePosition };

/**
 * One page fills the screen. This layer is above the document and takes clicks and keys, so that a document in a frame gets none.
 * Closing it returns to all pages at the presented one.
 */
export function Presenter({ viewer, position: { page: firstPage, pageCount } }: PresenterProps) {
  const { preview } = useTexts();
  const element = useRef<HTMLElement>(null);
  const [page, setPage] = useState(firstPage);
  const hidden = useRef<ReadonlySet<number>>(new Set());
  const latestPage = useRef(page);
  const go = useCallback(
    (step: PresenterStep) => {
      if (step === 'leave') stopPresenting();
      else setPage((before) => pageAfter(step, before, { count: pageCount, hidden: hidden.current }));
    },
    [pageCount],
  );
  useDismissOnBack(true, stopPresenting);
  useEffect(() => {
    latestPage.current = page;
    viewer.present?.(page);
  }, [viewer, page]);
  useEffect(() => {
    const load = async () => {
      try {
        hidden.current = new Set(await viewer.hiddenPages?.());
      } catch {
        // The frame of the document has ended, and the presentation ends with it.
      }
    };
    void load();
  }, [viewer]);
  useEffect(
    () => () => {
      viewer.present?.(null);
      viewer.goTo?.(latestPage.current);
      stopPresenting();
    },
    [viewer],
  );
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof Element && target.closest('dialog') !== null) return;
      const step = presenterStepOf(event, target instanceof HTMLButtonElement);
      if (step === null) return;
      event.preventDefault();
      event.stopPropagation();
      go(step);
    };
    // Before the keys of the preview and of its dialog, which would close the document.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [go]);

  return (
    <section ref={element} className={styles.presenter} aria-label={preview.presenter} tabIndex={-1}>
      <output className="visually-hidden">{preview.pageOf(page, pageCount)}</output>
      <button
        type="button"
        className={styles.surface}
        aria-label={preview.nextPage}
        onClick={() => go('next')}
      />
      <div className={styles.controls}>
        <IconButton
          label={preview.previousPage}
          className={styles.control}
          aria-keyshortcuts="ArrowLeft PageUp"
          onClick={() => go('previous')}
        >
          <BackIcon />
        </IconButton>
        <span className={styles.page} aria-hidden="true">
          {preview.pageShort(page, pageCount)}
        </span>
        <IconButton
          label={preview.nextPage}
          className={styles.control}
          aria-keyshortcuts="ArrowRight PageDown Space"
          onClick={() => go('next')}
        >
          <ChevronRightIcon />
        </IconButton>
        <IconButton
          label={preview.leavePresenter}
          className={styles.control}
          aria-keyshortcuts="Escape"
          onClick={stopPresenting}
        >
          <CloseIcon />
        </IconButton>
      </div>
    </section>
  );
}
