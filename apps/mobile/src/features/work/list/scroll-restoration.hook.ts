import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { usePlatform } from '../../../platform/index.ts';
import { onScrollPositionsCleared, useVisitKey } from '../../../shell/navigation/scroll-restoration.hook.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';

type StoredPosition = { readonly visit: string; readonly index: number; readonly within: number };

/**
 * Visits since the page was loaded. Returning to one of these is left to the scroll restoration of the list.
 */
const restoredVisits = new Set<string>();
onScrollPositionsCleared(() => restoredVisits.clear());

/**
 * Restores the list's scroll position after a reload or a killed page. It is stored under the list's scroll key
 * (section 3).
 */
export function useScrollRestoration(
  name: string,
  list: Virtualizer<HTMLDivElement, Element>,
  count: number,
): void {
  const { preferences } = usePlatform();
  const { tid } = useWorkTenant();
  const visit = `${tid}:${useVisitKey()}`;
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });

  const isFilled = count > 0;
  useEffect(() => {
    if (!isFilled) return undefined;
    let isEnded = false;
    const restore = async () => {
      if (restoredVisits.has(visit)) return;
      restoredVisits.add(visit);
      const text = await preferences.get(`scroll:${name}`);
      const position = text === null ? null : (JSON.parse(text) as StoredPosition);
      if (isEnded || position?.visit !== visit || position.index === 0) return;
      latest.current.scrollToIndex(position.index, { align: 'start' });
      latest.current.scrollElement?.scrollBy(0, position.within);
    };
    const storePosition = () => {
      const virtualizer = latest.current;
      const top = virtualizer.scrollOffset ?? 0;
      const row = virtualizer.getVirtualItems().find(({ end }) => end > top);
      if (row === undefined) return;
      const position: StoredPosition = { visit, index: row.index, within: Math.round(top - row.start) };
      void preferences.set(`scroll:${name}`, JSON.stringify(position));
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') storePosition();
    };
    void restore();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', storePosition);
    return () => {
      isEnded = true;
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', storePosition);
    };
  }, [isFilled, visit, name, preferences]);
}
