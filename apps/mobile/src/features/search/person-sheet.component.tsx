import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { useNavigate } from '../../shell/router/index.ts';
import styles from './search.module.css';
import type { PersonResult } from './search.types.ts';

type PersonSheetProps = {
  /** Null while no person is open. */
  readonly person: PersonResult | null;
  readonly onFindMentions: (name: string) => void;
  readonly onDismiss: () => void;
};

/** What one can do with a colleague. */
export function PersonSheet({ person, onFindMentions, onDismiss }: PersonSheetProps) {
  const { search, common } = useTexts();
  const navigate = useNavigate();
  return (
    <Sheet open={person !== null} title={person?.name ?? ''} closeLabel={common.close} onDismiss={onDismiss}>
      {person === null ? null : (
        <div className={styles.acts}>
          {person.department === null ? null : <p>{person.department}</p>}
          <Button
            wide
            onClick={() => {
              onDismiss();
              onFindMentions(person.name);
            }}
          >
            {search.findMentions(person.name)}
          </Button>
          <Button
            wide
            onClick={() => {
              onDismiss();
              const { fid, name } = person;
              navigate(viewAddress(paths.myinfo, 'absence', { deputy: fid, name }));
            }}
          >
            {search.nameDeputy}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
