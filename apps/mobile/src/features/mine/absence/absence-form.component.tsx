import type { ApplicationType } from '@sealflow/contract';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Checkbox } from '@sealflow/ui/inputs/checkbox.component.tsx';
import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { Switch } from '@sealflow/ui/inputs/switch.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useAbsenceActs, useDeputySearch, useOfferedTypes } from '../../../shell/people/absences.queries.ts';
import styles from './absence.module.css';
import { type AbsenceDraft, emptyAbsence, faultsOf, toNewAbsence } from './absence-draft.rules.ts';
import { useOfferedTypeName } from './offered-type-name.hook.ts';

type AbsenceFormProps = {
  readonly tid: string;
  /** The deputy that is chosen at first. */
  readonly deputy: AbsenceDraft['deputy'];
  readonly onClose: () => void;
};

/** Names a deputy: the person, the period and the application types. */
export function AbsenceForm({ tid, deputy, onClose }: AbsenceFormProps) {
  const { absence: texts, common } = useTexts();
  const { clock } = usePlatform();
  const showFailure = useShowFailure();
  const { set } = useAbsenceActs(tid);
  const [draft, setDraft] = useState<AbsenceDraft>({ ...emptyAbsence, deputy });
  const [isChecked, setChecked] = useState(false);
  const change = (part: Partial<AbsenceDraft>) => setDraft({ ...draft, ...part });
  const faults = faultsOf(draft, clock.now());
  const shown = isChecked ? faults : {};
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(faults).length > 0) return;
    try {
      await set.mutateAsync(toNewAbsence(draft));
      showSnackbar({ color: 'success', text: texts.saved });
      onClose();
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <form className={styles.form} aria-label={texts.set} noValidate onSubmit={(event) => void save(event)}>
      <DeputyField tid={tid} draft={draft} error={shown.deputy && texts.faults.deputy} onChange={change} />
      <TextField
        label={texts.from}
        hint={texts.fromHint}
        type="datetime-local"
        value={draft.from}
        onChange={({ currentTarget: { value } }) => change({ from: value })}
      />
      <TextField
        label={texts.until}
        hint={texts.untilHint}
        type="datetime-local"
        value={draft.until}
        error={shown.until && texts.faults.until}
        onChange={({ currentTarget: { value } }) => change({ until: value })}
      />
      <TypesField tid={tid} draft={draft} error={shown.types && texts.faults.types} onChange={change} />
      <p className={styles.hint}>{texts.formHint}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="primary" loading={set.isPending}>
          {texts.set}
        </Button>
      </div>
    </form>
  );
}

type FieldProps = {
  readonly tid: string;
  readonly draft: AbsenceDraft;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<AbsenceDraft>) => void;
};

function DeputyField({ tid, draft: { deputy }, error, onChange }: FieldProps) {
  const { absence: texts, common } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const errorID = useId();
  return (
    <div className={styles.field}>
      <span className={styles.label}>{texts.deputy}</span>
      <Button wide aria-describedby={error === undefined ? undefined : errorID} onClick={() => setOpen(true)}>
        {deputy === null ? texts.chooseDeputy : texts.chosenDeputy(deputy.name)}
      </Button>
      {error === undefined ? null : (
        <p id={errorID} className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Sheet
        open={isOpen}
        title={texts.chooseDeputy}
        closeLabel={common.close}
        onDismiss={() => setOpen(false)}
      >
        <DeputySearch
          tid={tid}
          onChoose={(chosen) => {
            onChange({ deputy: chosen });
            setOpen(false);
          }}
        />
      </Sheet>
    </div>
  );
}

function DeputySearch({
  tid,
  onChoose,
}: {
  readonly tid: string;
  readonly onChoose: (person: { fid: string; name: string }) => void;
}) {
  const { absence: texts, common } = useTexts();
  const { user } = useSignedIn();
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const { data, error, isPending, isFetching, refetch } = useDeputySearch(tid, keyword);
  const people = (data?.data ?? []).filter(({ fid }) => fid !== user?.fid);
  return (
    <>
      <SearchField
        label={texts.searchDeputy}
        value={text}
        onChange={(value) => setText(value.slice(0, 100))}
        clearLabel={common.clear}
      />
      {keyword === '' ? (
        <p className={styles.hint}>{texts.searchHint}</p>
      ) : (
        <ListState
          pending={isPending}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
          count={people.length}
          empty={<EmptyState title={texts.nobodyFound} />}
        >
          <List aria-label={texts.chooseDeputy}>
            {people.map(({ fid, name, org }) => (
              <ListRow key={fid} title={name} detail={org?.name} onPress={() => onChoose({ fid, name })} />
            ))}
          </List>
        </ListState>
      )}
    </>
  );
}

function TypesField({ tid, draft: { hasAllTypes, types }, error, onChange }: FieldProps) {
  const { absence: texts } = useTexts();
  const { data } = useOfferedTypes(tid);
  const typeName = useOfferedTypeName(tid);
  const toggle = (type: ApplicationType, isChosen: boolean) =>
    onChange({ types: isChosen ? [...types, type] : types.filter((one) => one !== type) });
  return (
    <div className={styles.field}>
      <div className={styles.switch}>
        <Switch
          label={texts.allTypes}
          checked={hasAllTypes}
          onChange={(isOn) => onChange({ hasAllTypes: isOn })}
        />
      </div>
      {hasAllTypes ? null : (
        <fieldset className={styles.types}>
          <legend className={styles.label}>{texts.types}</legend>
          {(data ?? []).map(({ type }) => (
            <Checkbox
              key={type}
              checked={types.includes(type)}
              onChange={({ currentTarget: { checked } }) => toggle(type, checked)}
            >
              {typeName(type)}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
