import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useEffect, useRef } from 'react';
import type { PagePosition } from '../navigation/page-jump.component.tsx';

type SamePlaceOptions = {
  readonly viewer: OpenViewer | null;
  readonly position: PagePosition;
  /** Identifies the view of the document. A change means that another viewer replaces the open one. */
  readonly view: object | null;
};

/**
 * Keeps the place in the document when another view of it replaces the open one. The views may have different page counts, so
 * the share of the document counts.
 */
export function useSamePlace({ viewer, position, view }: SamePlaceOptions): void {
  const latestPosition = useRef(position);
  const lastView = useRef(view);
  const pendingShare = useRef<number | null>(null);
  useEffect(() => {
    if (lastView.current === view) return;
    lastView.current = view;
    const { page, pageCount } = latestPosition.current;
    pendingShare.current = pageCount > 1 ? (page - 1) / (pageCount - 1) : 0;
  }, [view]);
  useEffect(() => {
    latestPosition.current = position;
    // The first report of the new viewer contains its page count.
    if (!viewer || pendingShare.current === null) return;
    const page = 1 + Math.round(pendingShare.current * (position.pageCount - 1));
    pendingShare.current = null;
    if (page > 1) viewer.goTo?.(page);
  }, [viewer, position]);
}
