import { useCallback } from 'react';
import { useLocation, useNavigate } from '../router/index.ts';

type LayerState = { readonly layers?: readonly string[] };

/** The layers over the screen of a history entry, the topmost last. */
export const layersOf = (state: unknown): readonly string[] => (state as LayerState | null)?.layers ?? [];

/**
 * A screen without its own path: a layer over the current path with its own history entry, so that every kind of back
 * closes it first. It shows data of the screen below.
 */
export function useLayer(name: string) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isOpen = layersOf(state).includes(name);
  const open = useCallback(() => {
    const layers = [...layersOf(state), name];
    navigate({ pathname, search }, { state: { ...(state as object | null), layers } });
  }, [navigate, pathname, search, state, name]);
  const close = useCallback(() => {
    if (isOpen) navigate(-1);
  }, [navigate, isOpen]);
  return { isOpen, open, close };
}
