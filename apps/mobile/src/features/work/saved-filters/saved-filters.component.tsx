import { BookmarkIcon, CloseIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { List, ListItem } from '@sealflow/ui/lists/list.component.tsx';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { type ApprovalFilter, isFiltered } from '../list/approval-filter.rules.ts';
import { useTypeName } from '../type-name.hook.ts';
import { useFlowTypes } from '../work.queries.ts';
import styles from './saved-filters.module.css';
import { useChangeSavedFilters, useSavedFilters } from './saved-filters.queries.ts';
import {
  findSaved,
  type SavedFilter,
  savedFilterLimits,
  withoutSaved,
  withSaved,
} from './saved-filters.rules.ts';

type SavedFiltersProps = {
  readonly filter: ApprovalFilter;
  readonly onApply: (filter: ApprovalFilter) => void;
};

/** The button that opens the saved filters. */
export function SavedFilters({ filter, onApply }: SavedFiltersProps) {
  const { work, common } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={work.savedFilters.title} onClick={() => setOpen(true)}>
        <BookmarkIcon size={20} />
      </IconButton>
      <Sheet
        open={isOpen}
        title={work.savedFilters.title}
        closeLabel={common.close}
        onDismiss={() => setOpen(false)}
      >
        <SavedFilterList
          filter={filter}
          onApply={(chosen) => {
            setOpen(false);
            onApply(chosen);
          }}
        />
      </Sheet>
    </>
  );
}

function SavedFilterList({ filter, onApply }: SavedFiltersProps) {
  const { work } = useTexts();
  const texts = work.savedFilters;
  const { data, error, isPending, isFetching, refetch } = useSavedFilters();
  const saved = data ?? [];
  const applied = findSaved(saved, filter);
  const isSaving = isFiltered(filter) && applied === undefined && data !== undefined;
  return (
    <>
      {isSaving ? <SaveForm filter={filter} saved={saved} /> : null}
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={saved.length}
        empty={isSaving ? null : <EmptyState title={texts.none} hint={texts.noneHint} />}
      >
        <List aria-label={texts.title}>
          {saved.map((one) => (
            <SavedFilterRow
              key={one.name}
              saved={one}
              isApplied={one === applied}
              onApply={() => onApply(one.filter)}
            />
          ))}
        </List>
      </ListState>
    </>
  );
}

type SaveFormProps = { readonly filter: ApprovalFilter; readonly saved: readonly SavedFilter[] };

function SaveForm({ filter, saved }: SaveFormProps) {
  const { work } = useTexts();
  const texts = work.savedFilters;
  const showFailure = useShowFailure();
  const describe = useDescription();
  const change = useChangeSavedFilters();
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? describe(filter).slice(0, savedFilterLimits.nameLength);
  const isFull = saved.length >= savedFilterLimits.count;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const added = { name: name.trim(), filter };
    if (added.name === '' || isFull) return;
    change.mutate((all) => withSaved(all, added), { onError: showFailure });
  };
  const replaces = saved.some((one) => one.name === name.trim());
  return (
    <form className={styles.form} onSubmit={save}>
      <TextField
        label={texts.name}
        value={name}
        maxLength={savedFilterLimits.nameLength}
        error={isFull ? texts.full(savedFilterLimits.count) : undefined}
        hint={replaces ? texts.replaces : undefined}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button
        type="submit"
        variant="primary"
        disabled={isFull || name.trim() === ''}
        loading={change.isPending}
      >
        {texts.save}
      </Button>
    </form>
  );
}

type SavedFilterRowProps = {
  readonly saved: SavedFilter;
  readonly isApplied: boolean;
  readonly onApply: () => void;
};

function SavedFilterRow({ saved, isApplied, onApply }: SavedFilterRowProps) {
  const { work, common } = useTexts();
  const texts = work.savedFilters;
  const showFailure = useShowFailure();
  const describe = useDescription();
  const change = useChangeSavedFilters();
  const remove = () =>
    change.mutate((all) => withoutSaved(all, saved.name), {
      onError: showFailure,
      onSuccess: () => {
        showSnackbar({
          color: 'info',
          text: texts.removed(saved.name),
          action: {
            label: common.undo,
            onPress: () => change.mutate((all) => withSaved(all, saved), { onError: showFailure }),
          },
        });
      },
    });
  return (
    <ListItem>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.apply}
          aria-current={isApplied ? 'true' : undefined}
          onClick={onApply}
        >
          <span>{saved.name}</span>
          <span className={styles.detail}>{describe(saved.filter)}</span>
        </button>
        <IconButton label={texts.remove(saved.name)} disabled={change.isPending} onClick={remove}>
          <CloseIcon size={20} />
        </IconButton>
      </div>
    </ListItem>
  );
}

/** What a filter shows, in words. */
function useDescription() {
  const { work } = useTexts();
  const { data } = useFlowTypes();
  const typeName = useTypeName();
  return ({ list, state, type, date, keyword }: ApprovalFilter): string => {
    const stateNames: Readonly<Record<string, string>> =
      list === 'tasks' ? work.taskStates : { ...work.flowStates, awaiting_approval: work.awaitingApproval };
    const offered = data?.data.find((one) => one.type === type);
    const parts = [
      work.lists[list],
      state === null ? '' : (stateNames[state] ?? state),
      type === null ? '' : typeName({ type, name: offered?.name ?? type }),
      date === 'all' ? '' : work.dates[date],
      keyword === '' ? '' : work.savedFilters.keyword(keyword),
    ];
    return parts.filter((part) => part !== '').join(' · ');
  };
}
