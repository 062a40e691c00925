import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export type SortState = { readonly field: string; readonly isDescending: boolean };

export type ListState = {
  readonly page: number;
  readonly pageSize: number;
  readonly keyword: string;
  readonly sort: SortState | null;
  /** The value of a filter of the address; undefined if it is not set. */
  readonly filter: (name: string) => string | undefined;
  /** The filters of the address that are set, with the keyword as `q`. */
  readonly filters: Readonly<Record<string, string>>;
  /** Whether a keyword or a filter is set. */
  readonly isFiltered: boolean;
  /** Changes filters, keyword or sort and returns to the first page. `undefined` removes a filter. */
  readonly change: (values: Readonly<Record<string, string | undefined>>) => void;
  readonly setPage: (page: number) => void;
  readonly setPageSize: (size: number) => void;
  readonly setSort: (sort: SortState) => void;
  readonly clear: () => void;
  /** `skip`, `limit`, `keyword` and `sort` as the list calls take them. */
  readonly query: {
    readonly skip: number;
    readonly limit: number;
    readonly keyword?: string;
    readonly sort?: string;
  };
};

export const pageSizes = [20, 50, 100] as const;
/** Parameters of the address that are no filters of the list. */
const reserved = new Set(['page', 'size', 'q', 'sort', 'open', 'tab', 'new']);

const readSort = (text: string | null): SortState | null =>
  text === null || text === '' ? null : { field: text.replace(/^-/, ''), isDescending: text.startsWith('-') };

/**
 * Filters, sort and page of a list. They are in the address, so that a link shows the same list and the back button
 * returns to it.
 */
export function useListState(defaultSort: string | null = null): ListState {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const pageSize = pageSizes.find((size) => size === Number(params.get('size'))) ?? pageSizes[0];
  const keyword = params.get('q') ?? '';
  const sortText = params.get('sort') ?? defaultSort;

  const update = useCallback(
    (values: Readonly<Record<string, string | undefined>>, isReplaced = false) => {
      // A search ends after a pause, in which details may have opened: the address of that render is too old.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      setParams(next, { replace: isReplaced });
    },
    [setParams],
  );

  const filters = useMemo(
    () => Object.fromEntries([...params].filter(([name]) => name === 'q' || !reserved.has(name))),
    [params],
  );
  return useMemo(
    () => ({
      page,
      pageSize,
      keyword,
      sort: readSort(sortText),
      filter: (name) => params.get(name) ?? undefined,
      filters,
      isFiltered: Object.keys(filters).length > 0,
      change: (values) => update({ ...values, page: undefined }, 'q' in values),
      setPage: (next) => update({ page: next === 1 ? undefined : String(next) }),
      setPageSize: (size) =>
        update({ size: size === pageSizes[0] ? undefined : String(size), page: undefined }),
      setSort: ({ field, isDescending }) =>
        update({ sort: (isDescending ? '-' : '') + field, page: undefined }),
      clear: () =>
        update(Object.fromEntries(['page', ...Object.keys(filters)].map((name) => [name, undefined]))),
      query: {
        skip: (page - 1) * pageSize,
        limit: pageSize,
        ...(keyword === '' ? {} : { keyword }),
        ...(sortText === null ? {} : { sort: sortText }),
      },
    }),
    [page, pageSize, keyword, sortText, params, filters, update],
  );
}

export type StateListState<S extends string> = ListState & {
  readonly states: readonly S[];
  /** Undefined for objects in every state. */
  readonly state: S | undefined;
  /** `skip`, `limit`, `keyword` and `state` of a list call that does not sort. */
  readonly stateQuery: Omit<ListState['query'], 'sort'> & { readonly state?: S };
};

/** A list of objects that is filtered by their state. */
export function useStateList<S extends string>(states: readonly S[]): StateListState<S> {
  const list = useListState();
  const state = states.find((one) => one === list.filter('state'));
  const { sort: _sort, ...query } = list.query;
  return { ...list, states, state, stateQuery: { ...query, ...(state ? { state } : {}) } };
}

/** The object whose details are open, as the parameter `open` of the address. */
export function useOpenDetails(): {
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
} {
  const [params, setParams] = useSearchParams();
  const set = (id: string | null) =>
    setParams((present) => {
      const next = new URLSearchParams(present);
      next.delete('tab');
      if (id === null) next.delete('open');
      else next.set('open', id);
      return next;
    });
  return { id: params.get('open'), open: (id) => set(id), close: () => set(null) };
}

/** The form of a new object, open while the address has the parameter `new`. */
export function useNewForm(): {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
} {
  const [params, setParams] = useSearchParams();
  const set = (isOpen: boolean) =>
    setParams((present) => {
      const next = new URLSearchParams(present);
      if (isOpen) next.set('new', '1');
      else next.delete('new');
      return next;
    });
  return { isOpen: params.get('new') !== null, open: () => set(true), close: () => set(false) };
}
