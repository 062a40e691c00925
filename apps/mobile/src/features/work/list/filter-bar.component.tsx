import { dateWindows } from '@sealflow/domain/dates';
import { withAllTypes } from '@sealflow/domain/workflow';
import { ChevronDownIcon, TaskIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { Menu } from '@sealflow/ui/overlays/menu.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { SavedFilters } from '../saved-filters/saved-filters.component.tsx';
import { useTypeName } from '../type-name.hook.ts';
import { useFlowTypes } from '../work.queries.ts';
import { type ApprovalFilter, type ListName, statesOf } from './approval-filter.rules.ts';
import styles from './filter-bar.module.css';
import { KeywordField } from './keyword-field.component.tsx';

type FilterBarProps = {
  readonly filter: ApprovalFilter;
  readonly onChange: (filter: ApprovalFilter) => void;
  readonly onList: (list: ListName) => void;
  /** Shows a saved filter, of either list. */
  readonly onApply: (filter: ApprovalFilter) => void;
  /** Whether the search field is open. */
  readonly isSearching: boolean;
  /** Starts multi-select; undefined if the list has nothing to select. */
  readonly onSelect?: (() => void) | undefined;
};

/** The choice of the list and its filters; sticky while the list scrolls. */
export function FilterBar({ filter, onChange, onList, onApply, isSearching, onSelect }: FilterBarProps) {
  const { work } = useTexts();
  return (
    <div className={styles.bar}>
      <nav className={styles.lists} aria-label={work.listsLabel}>
        {(['tasks', 'flows'] as const).map((list) => (
          <button
            key={list}
            type="button"
            className={styles.list}
            aria-current={filter.list === list ? 'page' : undefined}
            onClick={() => onList(list)}
          >
            {work.lists[list]}
          </button>
        ))}
      </nav>
      <div className={styles.row}>
        <fieldset className={styles.filters}>
          <legend className="visually-hidden">{work.filters}</legend>
          <StateFilter filter={filter} onChange={onChange} />
          <TypeFilter filter={filter} onChange={onChange} />
          <DateFilter filter={filter} onChange={onChange} />
        </fieldset>
        <SavedFilters filter={filter} onApply={onApply} />
        {onSelect === undefined ? null : (
          <IconButton label={work.selection.start} onClick={onSelect}>
            <TaskIcon size={20} />
          </IconButton>
        )}
      </div>
      {isSearching ? (
        <div className={styles.search}>
          <KeywordField key={filter.list} filter={filter} onChange={onChange} />
        </div>
      ) : null}
    </div>
  );
}

/** Id of the option that matches every state. */
const anyID = 'any';

type OneFilterProps = Pick<FilterBarProps, 'filter' | 'onChange'>;

function StateFilter({ filter, onChange }: OneFilterProps) {
  const { work } = useTexts();
  const names: Readonly<Record<string, string>> =
    filter.list === 'tasks'
      ? work.taskStates
      : { ...work.flowStates, awaiting_approval: work.awaitingApproval };
  const options = statesOf(filter.list).map((id) => ({ id, label: names[id] ?? id }));
  return (
    <Filter
      name={work.state}
      anyOption={{ id: anyID, label: work.anyState }}
      options={options}
      value={filter.state ?? anyID}
      onChoose={(id) =>
        onChange({ ...filter, state: options.find((option) => option.id === id)?.id ?? null })
      }
    />
  );
}

function TypeFilter({ filter, onChange }: OneFilterProps) {
  const { work } = useTexts();
  const types = useFlowTypes();
  const typeName = useTypeName();
  const [all, ...entries] = withAllTypes(types.data?.data ?? [], work.anyType);
  const chosen = entries.find(({ type }) => type === filter.type) ?? all;
  return (
    <Filter
      name={work.type}
      anyOption={{ id: String(all.id), label: all.name }}
      options={entries.map((entry) => ({ id: String(entry.id), label: typeName(entry) }))}
      value={String(chosen.id)}
      onChoose={(id) =>
        onChange({ ...filter, type: entries.find((entry) => String(entry.id) === id)?.type ?? null })
      }
    />
  );
}

const windows = (Object.keys(dateWindows) as (keyof typeof dateWindows)[]).filter(
  (window) => window !== 'all',
);

function DateFilter({ filter, onChange }: OneFilterProps) {
  const { work } = useTexts();
  return (
    <Filter
      name={work.date}
      anyOption={{ id: 'all', label: work.dates.all }}
      options={windows.map((id) => ({ id, label: work.dates[id] }))}
      value={filter.date}
      onChoose={(id) => onChange({ ...filter, date: windows.find((window) => window === id) ?? 'all' })}
    />
  );
}

type Option = { readonly id: string; readonly label: string };

type FilterProps = {
  readonly name: string;
  /** The option that matches everything; first in the menu. */
  readonly anyOption: Option;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
};

function Filter({ name, anyOption, options, value, onChoose }: FilterProps) {
  const { work } = useTexts();
  const chosen = options.find(({ id }) => id === value)?.label;
  const items = [anyOption, ...options].map(({ id, label }) => ({ id, label, selected: id === value }));
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={styles.filter}
          data-active={chosen === undefined ? undefined : true}
          aria-label={work.filterBy(name, chosen ?? anyOption.label)}
        >
          <span>{chosen ?? name}</span>
          <ChevronDownIcon size={16} />
        </button>
      }
      items={items}
      onSelect={onChoose}
      align="start"
    />
  );
}
