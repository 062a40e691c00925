import { limits } from '@sealflow/domain/limits';
import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../i18n/index.ts';

type ScreenModule = { readonly default: ComponentType };

function inTime<T>(load: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('chunk load timeout')), limits.chunkLoadTimeout);
    load.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const loads: (() => Promise<unknown>)[] = [];

/** A screen that does with the texts of the start, so that nothing else is waited for. */
export function firstScreen(load: () => Promise<ScreenModule>) {
  loads.push(load);
  return lazy(() => inTime(load()));
}

/** A screen whose code and texts come when it is first shown; it is given up after 120 s (section 9). */
export const lazyScreen = (load: () => Promise<ScreenModule>) =>
  firstScreen(async () => {
    const [screen] = await Promise.all([load(), loadTexts()]);
    return screen;
  });

/** Fetches the code of every screen ahead: whoever goes offline then still reaches all that is stored. */
export async function fetchScreens(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}
