import { useState } from 'react';
import { useApproverSearch } from '../platform/approvers.queries.ts';
import { ComboInput } from './combo-input.component.tsx';

type Person = { readonly fid: string; readonly name: string };

type ApproverInputProps = {
  readonly tid: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: Person | null;
  readonly onChange: (person: Person | null) => void;
  /** People who cannot be chosen. */
  readonly without?: readonly string[];
};

/** A choice of a person who can get tasks, searched by the service. */
export function ApproverInput({ tid, label, hint, value, onChange, without }: ApproverInputProps) {
  const [typed, setTyped] = useState('');
  // The name of the chosen person is no search.
  const found = useApproverSearch(tid, typed === value?.name ? '' : typed.trim());
  const people = (found.data?.data ?? []).filter(({ fid }) => without?.includes(fid) !== true);
  const options = people.map(({ fid, name, org }) => ({ id: fid, label: name, hint: org?.name ?? fid }));
  const isListed = value === null || options.some(({ id }) => id === value.fid);
  return (
    <ComboInput
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={value?.fid ?? null}
      options={isListed ? options : [{ id: value.fid, label: value.name }, ...options]}
      onSearch={setTyped}
      onChange={(id) => {
        const person = people.find(({ fid }) => fid === id);
        onChange(person ? { fid: person.fid, name: person.name } : null);
      }}
    />
  );
}
