import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Choices } from '../../kit/choices.component.tsx';
import { Checkbox } from '../../kit/fields.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useCan } from '../../platform/access.queries.ts';
import { useDepartments, useRoles } from '../../platform/directory.queries.ts';
import styles from './messages.module.css';

type Recipient = { readonly fid: string; readonly name: string };

export type AudienceDraft = {
  readonly isAll: boolean;
  readonly orgIDs: readonly string[];
  readonly roleIDs: readonly string[];
  readonly people: readonly Recipient[];
};

type AudienceFieldsProps = {
  readonly tid: string;
  readonly value: AudienceDraft;
  readonly onChange: (value: AudienceDraft) => void;
};

/** Who receives a message: everyone, or members chosen by department, role or name. */
export function AudienceFields({ tid, value, onChange }: AudienceFieldsProps) {
  const texts = useTexts().messages;
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{texts.audience}</legend>
      <Checkbox isSelected={value.isAll} onChange={(isAll) => onChange({ ...value, isAll })}>
        {texts.everyone}
      </Checkbox>
      {value.isAll ? null : <ChosenAudience tid={tid} value={value} onChange={onChange} />}
    </fieldset>
  );
}

function ChosenAudience({ tid, value, onChange }: AudienceFieldsProps) {
  // Departments and roles are read with the right to manage people only.
  const isPeopleManager = useCan(tid)('org_managment');
  return (
    <>
      {isPeopleManager ? <ChosenGroups tid={tid} value={value} onChange={onChange} /> : null}
      <PeopleList tid={tid} value={value.people} onChange={(people) => onChange({ ...value, people })} />
    </>
  );
}

function ChosenGroups({ tid, value, onChange }: AudienceFieldsProps) {
  const texts = useTexts().messages;
  const departments = useDepartments(tid);
  const roles = useRoles(tid);
  const failed = [departments, roles].find(({ isError }) => isError);
  if (failed) return <StatePane kind="error" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (departments.data === undefined || roles.data === undefined) return <StatePane kind="loading" />;
  return (
    <>
      {departments.data.length === 0 ? null : (
        <Choices
          label={texts.departments}
          choices={departments.data.map(({ orgID, name }) => ({ id: orgID, label: name }))}
          value={value.orgIDs}
          onChange={(orgIDs) => onChange({ ...value, orgIDs })}
        />
      )}
      <Choices
        label={texts.roles}
        choices={roles.data.map(({ roleID, name }) => ({ id: roleID, label: name }))}
        value={value.roleIDs}
        onChange={(roleIDs) => onChange({ ...value, roleIDs })}
      />
    </>
  );
}

type PeopleListProps = {
  readonly tid: string;
  readonly value: readonly Recipient[];
  readonly onChange: (people: readonly Recipient[]) => void;
};

function PeopleList({ tid, value, onChange }: PeopleListProps) {
  const texts = useTexts().messages;
  return (
    <>
      <PersonInput
        // A new field after each choice, so that the next person can be searched at once.
        key={value.length}
        tid={tid}
        label={texts.people}
        hint={texts.peopleHint}
        value={null}
        without={value.map(({ fid }) => fid)}
        onChange={(person) => {
          if (person !== null) onChange([...value, person]);
        }}
      />
      {value.length === 0 ? null : (
        <ul className={styles.people} aria-label={texts.chosen}>
          {value.map(({ fid, name }) => (
            <li key={fid} className={styles.chosen}>
              {name}
              <Button
                kind="quiet"
                aria-label={texts.removePerson(name)}
                onPress={() => onChange(value.filter((one) => one.fid !== fid))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
