import type { StateCreator } from 'zustand';

/**
 * Makes React hydrate with the current state of a store. Zustand passes its initial state instead, with which the first render
 * would differ from the markup if the state changes before.
 */
export const hydratedWithCurrent =
  <T>(create: () => T): StateCreator<T> =>
  (_set, _get, store) => {
    store.getInitialState = store.getState;
    return create();
  };
