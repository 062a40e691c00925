import { useMemo } from 'react';
import { findResults } from '../../features/search/find.usecases.ts';
import { useSearchContext } from '../../features/search/search.queries.ts';
import { toKeyword } from '../../features/search/search.rules.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import type { PaletteItem, PaletteSource } from '../../shell/palette/palette.types.ts';
import { useNavigate } from '../../shell/router/index.ts';

const maxPeople = 5;
/** A pause in typing, so that not each letter asks the service. */
const pauseMs = 200;

/** Colleagues by a part of their name, and the search across for everything else that has the text. */
export function usePersonSource(searchLabel: (text: string) => string): PaletteSource {
  const context = useSearchContext();
  const navigate = useNavigate();
  return useMemo(() => {
    const openSearch = (query: Readonly<Record<string, string>>) =>
      navigate(viewAddress(paths.sessionlist, 'find', query));
    return {
      name: 'people',
      async find(text, signal) {
        const keyword = toKeyword(text);
        if (keyword === '') return [];
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        signal.throwIfAborted();
        const { results } = await findResults(context, 'people', {
          keyword,
          skip: 0,
          limit: maxPeople,
          signal,
        }).catch(() => ({ results: [] }));
        const people = results.flatMap((result): PaletteItem[] =>
          result.type === 'people'
            ? [
                {
                  id: `person:${result.fid}`,
                  kind: 'person',
                  title: result.name,
                  detail: result.department ?? undefined,
                  run: () => openSearch({ q: result.name, type: 'people' }),
                },
              ]
            : [],
        );
        const everything: PaletteItem = {
          id: 'search:everything',
          kind: 'action',
          title: searchLabel(keyword),
          run: () => openSearch({ q: keyword }),
        };
        return [...people, everything];
      },
    };
  }, [context, navigate, searchLabel]);
}
