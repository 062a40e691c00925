import { create } from 'zustand';
import { onScrollPositionsCleared } from '../../../shell/navigation/scroll-restoration.hook.ts';
import { onTenantChange } from '../tenant-change.store.ts';
import { type ApprovalFilter, emptyFilter, type ListName } from './approval-filter.rules.ts';

/** The last filter of each list, restored when the user returns from the other list. */
export const useLastFilters = create<Partial<Readonly<Record<ListName, ApprovalFilter>>>>(() => ({}));
onScrollPositionsCleared(() => useLastFilters.setState({}, true));
onTenantChange(() => useLastFilters.setState({}, true));

export const storeLastFilter = (filter: ApprovalFilter): void =>
  useLastFilters.setState({ [filter.list]: filter });

export const lastFilter = (list: ListName): ApprovalFilter =>
  useLastFilters.getState()[list] ?? emptyFilter(list);
