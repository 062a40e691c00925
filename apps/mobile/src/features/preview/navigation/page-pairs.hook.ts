import { hasRoomForPairs } from '@sealflow/viewers/pages/page-layout.rules.ts';
import type { OpenViewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { type RefObject, useEffect, useState } from 'react';
import { useIsWide } from '../../../shell/navigation/pane.hook.ts';
import { usePagePairsChoice } from '../../../shell/shortcuts/device-switch.store.ts';

export type PagePairs = {
  /** Whether two pages are shown side by side now. */
  readonly isOn: boolean;
  /** Null where the viewer has no pairs, or the viewport no room for them. */
  readonly toggle: (() => void) | null;
};

/** Shows the pages of a document in pairs on a wide screen if the device's setting says so and the viewport has room. */
export function usePagePairs(viewer: OpenViewer | null, container: RefObject<HTMLElement | null>): PagePairs {
  const [isChosen, choose] = usePagePairsChoice();
  const isWide = useIsWide();
  const [hasRoom, setHasRoom] = useState(false);
  useEffect(() => {
    const { current: element } = container;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setHasRoom(hasRoomForPairs(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  useEffect(() => viewer?.showPairs?.(isChosen && isWide), [viewer, isChosen, isWide]);
  const isAvailable = isWide && hasRoom && viewer?.showPairs !== undefined;
  return { isOn: isAvailable && isChosen, toggle: isAvailable ? () => choose(!isChosen) : null };
}
