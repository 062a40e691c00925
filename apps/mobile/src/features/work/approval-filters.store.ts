import { create } from 'zustand';
import { onScrollPositionsCleared } from '../../app/shell/scroll.hook.ts';
import { type ApprovalFilter, emptyFilter, type ListName } from './approval-filter.rules.ts';
import { onTenantChange } from './tenant-change.store.ts';

/** The last filter of each list, restored when the user returns from the other list. */
export const useLastFilters = create<Partial<Readonly<Record<ListName, ApprovalFilter>>>>(() => ({}));
onScrollPositionsCleared(() => useLastFilters.setState({}, true));
onTenantChange(() => useLastFilters.setState({}, true));

export const storeLastFilter = (filter: ApprovalFilter): void =>
  useLastFilters.setState({ [filter.list]: filter });

export const lastFilter = (list: ListName): ApprovalFilter =>
  useLastFilters.getState()[list] ?? emptyFilter(list);
