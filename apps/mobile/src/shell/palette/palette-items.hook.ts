import { useEffect, useState } from 'react';
import type { PaletteItem, PaletteSource } from './palette.types.ts';

/** The entries of all sources for a text. A slow source does not delay the others. */
export function usePaletteItems(
  sources: readonly PaletteSource[],
  text: string,
): { readonly items: readonly PaletteItem[]; readonly isPending: boolean } {
  const [found, setFound] = useState<Readonly<Record<string, readonly PaletteItem[]>>>({});
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const searches = sources.map(async (source) => {
      // A source that fails has nothing to show.
      const items = await source.find(text, signal).catch(() => []);
      if (!signal.aborted) setFound((before) => ({ ...before, [source.name]: items }));
    });
    const settle = async () => {
      await Promise.all(searches);
      if (!signal.aborted) setSettled(text);
    };
    void settle();
    return () => controller.abort();
  }, [sources, text]);
  return { items: sources.flatMap(({ name }) => found[name] ?? []), isPending: settled !== text };
}
