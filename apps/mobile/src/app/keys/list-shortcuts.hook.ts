import { useEffect, useRef } from 'react';
import { useIsWide } from '../../shell/navigation/pane.hook.ts';
import { panePlaceOf } from '../../shell/navigation/panes.rules.ts';
import { useLocation } from '../../shell/router/index.ts';
import {
  enterDetail,
  isArrowForList,
  moveInList,
  openRow,
  openSearch,
} from '../../shell/shortcuts/list-keys.util.ts';
import {
  openShortcutLayer,
  type ShortcutHandler,
  useShortcut,
} from '../../shell/shortcuts/shortcuts.store.ts';

/** While a key is held down, only the row on which it rests opens. */
const restMs = 150;

/** The areas whose details open while the keyboard moves through the list. To open a document is an act that is recorded. */
const openingAreas: ReadonlySet<string> = new Set(['messages', 'work']);

/** The shortcuts of every list, and the one that leads to its search. */
export function useListShortcuts(): void {
  const location = useLocation();
  const isWide = useIsWide();
  const restTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(restTimer.current), []);
  const opensByMoving = isWide && openingAreas.has(panePlaceOf(location)?.area ?? '');
  const move =
    (step: 1 | -1): ShortcutHandler =>
    ({ key, repeat }) => {
      if (key.startsWith('Arrow') && !isArrowForList()) return false;
      const row = moveInList(step);
      if (row === null) return false;
      clearTimeout(restTimer.current);
      // In multi-select, a press would choose the row.
      if (!opensByMoving || row.getAttribute('role') === 'checkbox') return true;
      if (!repeat) openRow(row);
      else
        restTimer.current = setTimeout(() => {
          if (document.activeElement === row) openRow(row);
        }, restMs);
      return true;
    };
  useShortcut('next', move(1));
  useShortcut('previous', move(-1));
  useShortcut('open', enterDetail);
  // A screen without a search has the palette, which searches the device.
  useShortcut('search', () => {
    if (!openSearch()) openShortcutLayer('palette');
  });
}
