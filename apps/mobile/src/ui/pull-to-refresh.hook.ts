import { limits } from '@sealflow/domain/limits';
import { type RefObject, useEffect, useRef, useState } from 'react';

export type PullState = {
  readonly phase: 'idle' | 'pulling' | 'ready' | 'refreshing';
  readonly distance: number;
};

const idle: PullState = { phase: 'idle', distance: 0 };
/** Resistance: the strip moves half as far as the finger. */
const damped = (pulled: number) => Math.min(pulled * 0.5, 120);

/** The state for a pull of so many pixels: the height of the strip, and whether a release refreshes. */
export function pullAt(pulled: number): PullState {
  if (pulled <= 0) return idle;
  const distance = damped(pulled);
  return { phase: distance >= limits.pullTrigger ? 'ready' : 'pulling', distance };
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Implements pull-to-refresh on an element that is scrolled to the top. */
export function usePullToRefresh(
  element: RefObject<HTMLElement | null>,
  onRefresh: (() => Promise<unknown>) | undefined,
): PullState {
  const [state, setState] = useState(idle);
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });
  const active = onRefresh !== undefined;
  useEffect(() => {
    const target = element.current;
    if (!active || target === null) return undefined;
    let startY: number | null = null;
    let now = idle;
    const show = (next: PullState) => {
      now = next;
      setState(next);
    };
    const begin = (event: TouchEvent) => {
      const touch = event.touches[0];
      startY = touch && target.scrollTop <= 0 && now.phase === 'idle' ? touch.clientY : null;
    };
    const follow = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (startY === null || touch === undefined) return;
      const next = pullAt(touch.clientY - startY);
      if (next.phase !== 'idle' && event.cancelable) event.preventDefault();
      show(next);
    };
    const release = async () => {
      if (startY === null) return;
      startY = null;
      if (now.phase !== 'ready') return show(idle);
      show({ phase: 'refreshing', distance: limits.pullStay });
      // The indicator stays long enough to be noticed even if the refresh is immediate.
      await Promise.allSettled([refresh.current?.(), pause(limits.pullStayTime)]);
      show(idle);
    };
    const end = () => void release();
    target.addEventListener('touchstart', begin, { passive: true });
    target.addEventListener('touchmove', follow, { passive: false });
    target.addEventListener('touchend', end);
    target.addEventListener('touchcancel', end);
    return () => {
      target.removeEventListener('touchstart', begin);
      target.removeEventListener('touchmove', follow);
      target.removeEventListener('touchend', end);
      target.removeEventListener('touchcancel', end);
    };
  }, [element, active]);
  return state;
}
