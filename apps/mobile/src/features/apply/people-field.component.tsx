import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/button.component.tsx';
import { CloseIcon } from '../../ui/icons.component.tsx';
import styles from './apply.module.css';
import type { DetailFieldsProps } from './detail-fields.types.ts';
import { PeopleSheet } from './people-sheet.component.tsx';
import { FieldError } from './text-area.component.tsx';

/** Who shall be able to open the files. */
export function PeopleField({ draft, errors, onChange }: DetailFieldsProps) {
  const { apply } = useTexts();
  const [open, setOpen] = useState(false);
  const errorId = useId();
  const { people } = draft.details;
  return (
    <div data-field="people" className={styles.stack}>
      <span className={styles.label}>{apply.people}</span>
      {people.length === 0 ? null : (
        <ul className={styles.tokens} aria-label={apply.people}>
          {people.map(({ fid, name }) => (
            <li key={fid} className={styles.token}>
              <span>{name}</span>
              <IconButton
                label={apply.removePerson(name)}
                onClick={() => onChange({ people: people.filter((one) => one.fid !== fid) })}
              >
                <CloseIcon size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        wide
        aria-describedby={errors.people === undefined ? undefined : errorId}
        onClick={() => setOpen(true)}
      >
        {people.length === 0 ? apply.choosePeople : apply.changePeople}
      </Button>
      <FieldError id={errorId} error={errors.people} />
      {createPortal(
        <PeopleSheet
          open={open}
          chosen={people}
          onChange={(next) => onChange({ people: next })}
          onDismiss={() => setOpen(false)}
        />,
        // Its search is a form, and forms do not lie in each other.
        document.body,
      )}
    </div>
  );
}
