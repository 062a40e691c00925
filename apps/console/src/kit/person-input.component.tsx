import { useState } from 'react';
import { useApproverSearch } from '../platform/approvers.queries.ts';
import { usePersonSearch } from '../platform/directory.queries.ts';
import { ComboInput } from './combo-input.component.tsx';

type Person = { readonly fid: string; readonly name: string };

type FieldProps = {
  readonly label: string;
  readonly hint?: string;
  /** What an empty field means, such as "all". */
  readonly placeholder?: string;
  readonly value: Person | null;
  readonly onChange: (person: Person | null) => void;
  /** People who cannot be chosen. */
  readonly without?: readonly string[];
};

type PersonInputProps = FieldProps & { readonly tid: string };

/** A choice of an active member, searched by the service. */
export function PersonInput({ tid, ...field }: PersonInputProps) {
  const { keyword, setTyped } = useTyped(field.value);
  const found = usePersonSearch(tid, keyword).data?.data ?? [];
  const people = found
    .filter(({ state }) => state === 'active')
    .map(({ fid, name, organisation }) => ({ fid, name, department: organisation?.name }));
  return <SearchedPeople {...field} people={people} onSearch={setTyped} />;
}

/** A choice of a person who can get tasks, searched by the service. */
export function ApproverInput({ tid, ...field }: PersonInputProps) {
  const { keyword, setTyped } = useTyped(field.value);
  const found = useApproverSearch(tid, keyword).data?.data ?? [];
  const people = found.map(({ fid, name, org }) => ({ fid, name, department: org?.name }));
  return <SearchedPeople {...field} people={people} onSearch={setTyped} />;
}

/** What is typed, and what of it is searched: the name of the chosen person is no search. */
function useTyped(value: Person | null) {
  const [typed, setTyped] = useState('');
  return { keyword: typed === value?.name ? '' : typed.trim(), setTyped };
}

type SearchedPeopleProps = FieldProps & {
  readonly people: readonly (Person & { readonly department: string | undefined })[];
  readonly onSearch: (text: string) => void;
};

function SearchedPeople({ value, onChange, without, people: found, ...field }: SearchedPeopleProps) {
  const people = found.filter(({ fid }) => without?.includes(fid) !== true);
  const options = people.map(({ fid, name, department }) => ({
    id: fid,
    label: name,
    hint: department ?? fid,
  }));
  const isListed = value === null || options.some(({ id }) => id === value.fid);
  return (
    <ComboInput
      {...field}
      value={value?.fid ?? null}
      options={isListed ? options : [{ id: value.fid, label: value.name }, ...options]}
      onChange={(id) => {
        const person = people.find(({ fid }) => fid === id);
        onChange(person ? { fid: person.fid, name: person.name } : null);
      }}
    />
  );
}
