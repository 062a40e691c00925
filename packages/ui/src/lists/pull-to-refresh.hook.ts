import { limits } from '@sealflow/domain/limits';
import { type RefObject, useEffect, useRef, useState } from 'react';

export type PullState = {
  readonly phase: 'idle' | 'pulling' | 'ready' | 'refreshing';
  readonly distance: number;
};

const idle: PullState = { phase: 'idle', distance: 0 };
/** Resistance: the strip moves half as far as the finger. */
const dampedDistance = (pulledPx: number) => Math.min(pulledPx * 0.5, 120);

/** The state for a pull of so many pixels: the height of the strip, and whether a release refreshes. */
export function pullStateAt(pulledPx: number): PullState {
  if (pulledPx <= 0) return idle;
  const distance = dampedDistance(pulledPx);
  return { phase: distance >= limits.pullTriggerPx ? 'ready' : 'pulling', distance };
}

const delay = (ms: number) =>
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
    let currentState = idle;
    const updateState = (next: PullState) => {
      currentState = next;
      setState(next);
    };
    const onTouchStart = (event: TouchEvent) => {
      const touch = event.touches[0];
      startY = touch && target.scrollTop <= 0 && currentState.phase === 'idle' ? touch.clientY : null;
    };
    const onTouchMove = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (startY === null || touch === undefined) return;
      const next = pullStateAt(touch.clientY - startY);
      if (next.phase !== 'idle' && event.cancelable) event.preventDefault();
      updateState(next);
    };
    const release = async () => {
      if (startY === null) return;
      startY = null;
      if (currentState.phase !== 'ready') return updateState(idle);
      updateState({ phase: 'refreshing', distance: limits.pullRestPx });
      // The indicator stays long enough to be noticed even if the refresh is immediate.
      await Promise.allSettled([refresh.current?.(), delay(limits.pullRestMs)]);
      updateState(idle);
    };
    const onTouchEnd = () => void release();
    target.addEventListener('touchstart', onTouchStart, { passive: true });
    target.addEventListener('touchmove', onTouchMove, { passive: false });
    target.addEventListener('touchend', onTouchEnd);
    target.addEventListener('touchcancel', onTouchEnd);
    return () => {
      target.removeEventListener('touchstart', onTouchStart);
      target.removeEventListener('touchmove', onTouchMove);
      target.removeEventListener('touchend', onTouchEnd);
      target.removeEventListener('touchcancel', onTouchEnd);
    };
  }, [element, active]);
  return state;
}
