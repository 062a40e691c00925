import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { SelectedItems } from '@sealflow/ui/lists/selected-items.component.tsx';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../i18n/index.ts';
import type { Colleague } from './people.queries.ts';
import { PeopleSheet } from './people-sheet.component.tsx';

type PeopleChoiceProps = {
  readonly label: string;
  readonly tid: string;
  readonly people: readonly Colleague[];
  /** Id of the element with the error text. */
  readonly errorId?: string | undefined;
  readonly onChange: (people: readonly Colleague[]) => void;
};

/** The chosen people of the organisation, and a button to choose others. */
export function PeopleChoice({ label, tid, people, errorId, onChange }: PeopleChoiceProps) {
  const { apply } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <SelectedItems
        label={label}
        items={people.map(({ fid, name }) => ({ id: fid, name }))}
        removeLabel={apply.removePerson}
        onRemove={(fid) => onChange(people.filter((one) => one.fid !== fid))}
      />
      <Button wide aria-describedby={errorId} onClick={() => setOpen(true)}>
        {people.length === 0 ? apply.choosePeople : apply.changePeople}
      </Button>
      {createPortal(
        <PeopleSheet
          open={open}
          tid={tid}
          chosen={people}
          onChange={onChange}
          onDismiss={() => setOpen(false)}
        />,
        // The sheet's search is a form, and forms must not be nested.
        document.body,
      )}
    </>
  );
}
