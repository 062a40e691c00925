import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Picks } from '../../ui/picks.component.tsx';
import type { Colleague } from './people.hook.ts';
import { PeopleSheet } from './people-sheet.component.tsx';

type PeopleChoiceProps = {
  readonly label: string;
  readonly tid: string;
  readonly people: readonly Colleague[];
  /** The element that says what is wrong. */
  readonly errorId?: string | undefined;
  readonly onChange: (people: readonly Colleague[]) => void;
};

/** The people of the organisation that were chosen, and the way to choose others. */
export function PeopleChoice({ label, tid, people, errorId, onChange }: PeopleChoiceProps) {
  const { apply } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Picks
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
        // Its search is a form, and forms do not lie in each other.
        document.body,
      )}
    </>
  );
}
