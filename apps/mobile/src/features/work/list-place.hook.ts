import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useVisitKey } from '../../app/shell/scroll.hook.ts';
import { usePlatform } from '../../platform/index.ts';
import { useWorkTenant } from './work-tenant.hook.ts';

type Place = { readonly visit: string; readonly index: number; readonly within: number };

/**
 * Visits since the page was loaded. Returning to one of these is left to the scroll restoration of the list.
 */
const known = new Set<string>();

/**
 * Restores the list's scroll position after a reload or a killed page. It is stored under the list's scroll key
 * (section 3).
 */
export function useListPlace(name: string, list: Virtualizer<HTMLDivElement, Element>, count: number): void {
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
    let ended = false;
    const restore = async () => {
      if (known.has(visit)) return;
      known.add(visit);
      const text = await preferences.get(`scroll:${name}`);
      const place = text === null ? null : (JSON.parse(text) as Place);
      if (ended || place?.visit !== visit || place.index === 0) return;
      latest.current.scrollToIndex(place.index, { align: 'start' });
      latest.current.scrollElement?.scrollBy(0, place.within);
    };
    const keep = () => {
      const virtualizer = latest.current;
      const top = virtualizer.scrollOffset ?? 0;
      const row = virtualizer.getVirtualItems().find(({ end }) => end > top);
      if (row === undefined) return;
      const place: Place = { visit, index: row.index, within: Math.round(top - row.start) };
      void preferences.set(`scroll:${name}`, JSON.stringify(place));
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    void restore();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', keep);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', keep);
    };
  }, [isFilled, visit, name, preferences]);
}
