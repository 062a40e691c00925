import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ApproverInput } from '../../kit/person-input.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { useApproverRoles, useLoadRole } from '../../platform/approvers.queries.ts';
import { type KnownPeople, maxPeople } from './design.rules.ts';
import styles from './designer.module.css';
import { RemovableTags } from './removable-tags.component.tsx';

type Person = { readonly fid: string; readonly name: string };

type PeopleListProps = {
  readonly tid: string;
  readonly label: string;
  readonly addLabel: string;
  readonly fids: readonly string[];
  readonly people: KnownPeople;
  readonly remember: (people: readonly Person[]) => void;
  readonly onChange: (fids: readonly string[]) => void;
  /** Whether everyone with a role can be added at once. */
  readonly hasRoles?: boolean;
};

/** People of a step, with those marked who would get no task. The service searches people and roles. */
export function PeopleList(props: PeopleListProps) {
  const { tid, label, addLabel, fids, people, remember, onChange, hasRoles = false } = props;
  const { workflow } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  // A new field after each choice, so that it is empty again. The focus goes to the person who was added.
  const [count, setCount] = useState(0);
  const focusAdded = () =>
    requestAnimationFrame(() =>
      [...(list.current?.querySelectorAll<HTMLElement>('[role="row"]') ?? [])].at(-1)?.focus(),
    );
  const add = (added: readonly Person[]) => {
    remember(added);
    onChange([...new Set([...fids, ...added.map(({ fid }) => fid)])].slice(0, maxPeople));
  };
  const items = fids.map((fid) => {
    const person = people.get(fid);
    const reason = person === undefined ? 'unknown' : person.inactive;
    const name = person?.name || fid;
    if (reason === null) return { id: fid, name };
    return { id: fid, name, text: `${name} (${workflow.inactive[reason]})`, isFaulty: true };
  });
  return (
    <div ref={list} className={styles.people}>
      <RemovableTags label={label} items={items} onChange={onChange} />
      <ApproverInput
        key={count}
        tid={tid}
        label={addLabel}
        value={null}
        without={fids}
        onChange={(person) => {
          if (person === null) return;
          add([person]);
          setCount(count + 1);
          focusAdded();
        }}
      />
      {hasRoles ? <RoleInput tid={tid} onAdd={add} /> : null}
    </div>
  );
}

/** Adds everyone with a role. The process names the people: later members of the role are not added. */
function RoleInput({
  tid,
  onAdd,
}: {
  readonly tid: string;
  readonly onAdd: (people: readonly Person[]) => void;
}) {
  const { flowTypes: texts } = useTexts();
  const errorText = useErrorText();
  const roles = useApproverRoles(tid);
  const load = useLoadRole(tid);
  return (
    <SelectInput<string>
      label={texts.addRole}
      value={null}
      options={(roles.data?.data ?? []).map(({ roleID, name }) => ({ id: roleID, label: name }))}
      onChange={(roleID) => {
        load(roleID).then(onAdd, (error: unknown) => showToast({ color: 'error', text: errorText(error) }));
      }}
    />
  );
}
