import { useState } from 'react';
import { usePersonSearch } from '../platform/directory.queries.ts';
import { ComboInput } from './combo-input.component.tsx';

type PersonInputProps = {
  readonly tid: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: { readonly fid: string; readonly name: string } | null;
  readonly onChange: (person: { fid: string; name: string } | null) => void;
  /** People who cannot be chosen. */
  readonly without?: readonly string[];
};

/** A choice of an active member, searched by the service. */
export function PersonInput({ tid, label, hint, value, onChange, without }: PersonInputProps) {
  const [typed, setTyped] = useState('');
  // The name of the chosen person is no search.
  const found = usePersonSearch(tid, typed === value?.name ? '' : typed.trim());
  const people = (found.data?.data ?? []).filter(
    ({ fid, state }) => state === 'active' && without?.includes(fid) !== true,
  );
  const options = people.map(({ fid, name, organisation }) => ({
    id: fid,
    label: name,
    hint: organisation?.name ?? fid,
  }));
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
