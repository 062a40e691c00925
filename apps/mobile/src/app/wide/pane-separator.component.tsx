import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import {
  defaultListWidth,
  limitListWidth,
  listWidthAfter,
  maxListWidthPx,
  minListWidthPx,
  parseListWidth,
} from './list-width.rules.ts';
import styles from './pane-separator.module.css';

/** A separator that receives the focus is a widget in ARIA, unlike the element `hr`. */
const widgetRole = 'separator';

const showWidth = (widthPx: number | null) => {
  const { style } = document.documentElement;
  if (widthPx === null) style.removeProperty('--list-width');
  else style.setProperty('--list-width', `${widthPx}px`);
};

type PaneSeparatorProps = {
  /** The pane whose width it changes. */
  readonly paneId: string;
};

/**
 * The border between list and detail. It is dragged, or moved by the arrow keys, Home and End; a double click restores the
 * default. The width is stored on the device.
 */
export default function PaneSeparator({ paneId }: PaneSeparatorProps) {
  const { wide } = useTexts();
  const { preferences } = usePlatform();
  /** The chosen width in CSS pixels; null for the default. */
  const [widthPx, setWidthPx] = useState<number | null>(null);
  const [defaultPx, setDefaultPx] = useState(() => defaultListWidth(window.innerWidth));
  const isChanged = useRef(false);
  const drag = useRef<{ readonly fromX: number; readonly fromPx: number; toPx: number | null } | null>(null);
  const shownPx = widthPx ?? defaultPx;

  useEffect(() => {
    const restore = async () => {
      const restored = parseListWidth(await preferences.get('listWidth'));
      if (isChanged.current) return;
      setWidthPx(restored);
      showWidth(restored);
    };
    void restore();
    const onResize = () => setDefaultPx(defaultListWidth(window.innerWidth));
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, [preferences]);

  const resize = (next: number | null) => {
    isChanged.current = true;
    setWidthPx(next);
    showWidth(next);
  };
  const store = (next: number | null) =>
    void (next === null ? preferences.remove('listWidth') : preferences.set('listWidth', String(next)));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = listWidthAfter(event.key, shownPx);
    if (next === null) return;
    event.preventDefault();
    resize(next);
    store(next);
  };
  const onPointerDown = ({ button, currentTarget, pointerId, clientX }: PointerEvent) => {
    if (button !== 0) return;
    currentTarget.setPointerCapture(pointerId);
    drag.current = { fromX: clientX, fromPx: shownPx, toPx: null };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (drag.current === null) return;
    const { fromX, fromPx } = drag.current;
    drag.current.toPx = limitListWidth(fromPx + clientX - fromX);
    resize(drag.current.toPx);
  };
  const onDrop = () => {
    const toPx = drag.current?.toPx ?? null;
    drag.current = null;
    if (toPx !== null) store(toPx);
  };
  const onDoubleClick = () => {
    resize(null);
    store(null);
  };
  const handlers = {
    onKeyDown,
    onPointerDown,
    onPointerMove,
    onPointerUp: onDrop,
    onPointerCancel: onDrop,
    onDoubleClick,
  };
  return (
    <div
      role={widgetRole}
      aria-orientation="vertical"
      aria-label={wide.listWidth}
      aria-controls={paneId}
      aria-valuemin={minListWidthPx}
      aria-valuemax={maxListWidthPx}
      aria-valuenow={shownPx}
      tabIndex={0}
      className={styles.separator}
      {...handlers}
    />
  );
}
