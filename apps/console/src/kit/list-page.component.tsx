import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.component.tsx';
import { DataTable, type PageQuery, type TableColumn, tableOf } from './data-table.component.tsx';
import type { StateListState } from './list-state.hook.ts';
import { FilterBar, Page } from './page.component.tsx';
import { SearchInput } from './search-input.component.tsx';
import { SelectInput } from './select-input.component.tsx';

type ListPageProps<T extends object, S extends string> = {
  /** Name under which columns, widths and density of the table are stored. */
  readonly name: string;
  readonly title: string;
  readonly texts: {
    readonly lead: string;
    readonly search: string;
    readonly state: string;
    readonly states: Readonly<Record<S, string>>;
    readonly emptyTitle: string;
    readonly emptyHint: string;
  };
  readonly list: StateListState<S>;
  readonly found: PageQuery<T>;
  readonly columns: readonly TableColumn<T>[];
  readonly rowID: (item: T) => string;
  readonly onOpen: (id: string) => void;
  readonly create: { readonly label: string; readonly onPress: () => void };
  /** The open drawers of the page. */
  readonly children: ReactNode;
};

/** The page of a list whose objects have a state: search, filter by state, table and a button that creates an object. */
export function ListPage<T extends object, S extends string>(props: ListPageProps<T, S>) {
  const { texts, list, found, create } = props;
  const { all } = useTexts().common;
  return (
    <Page
      title={props.title}
      lead={texts.lead}
      actions={
        <Button kind="primary" onPress={create.onPress}>
          {create.label}
        </Button>
      }
    >
      <FilterBar>
        <SearchInput label={texts.search} value={list.keyword} onChange={(q) => list.change({ q })} />
        <SelectInput
          label={texts.state}
          value={list.state ?? 'all'}
          onChange={(value) => list.change({ state: value === 'all' ? undefined : value })}
          options={[
            { id: 'all' as const, label: all },
            ...list.states.map((id) => ({ id, label: texts.states[id] })),
          ]}
        />
      </FilterBar>
      <DataTable
        name={props.name}
        label={props.title}
        columns={props.columns}
        rowID={props.rowID}
        {...tableOf(found)}
        state={list}
        onOpen={props.onOpen}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {props.children}
    </Page>
  );
}
