import { limits } from '@sealflow/domain/limits';
import { type ComponentType, lazy } from 'react';

type ScreenModule = { readonly default: ComponentType };

function inTime<T>(load: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('chunk load timeout')), limits.chunkLoadTimeout);
    load.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const loads: (() => Promise<unknown>)[] = [];

/** A screen whose code comes when it is first shown; it is given up after 120 s (section 9). */
export function lazyScreen(load: () => Promise<ScreenModule>) {
  loads.push(load);
  return lazy(() => inTime(load()));
}

/** Fetches the code of every screen ahead: whoever goes offline then still reaches all that is stored. */
export async function fetchScreens(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}
