import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ListState } from '../../shell/notices/list-state.component.tsx';
import { Screen } from '../../shell/screen.component.tsx';
import { type Licence, useLicences } from './licences.queries.ts';
import styles from './mine.module.css';

/** The open-source packages in this build, with their licences. */
export default function LicencesScreen() {
  const { mine, shell } = useTexts();
  const licences = useLicences();
  const rows = licences.data ?? [];
  return (
    <Screen title={shell.views.licences}>
      <ListState
        pending={licences.isPending}
        error={licences.error}
        retrying={licences.isFetching}
        onRetry={() => void licences.refetch()}
        count={rows.length}
        empty={<EmptyState title={mine.licencesFailed} />}
      >
        <p className={styles.lead}>{mine.licencesLead}</p>
        <ul className={styles.licences}>
          {rows.map((licence) => (
            <LicenceRow key={`${licence.name}@${licence.version}`} licence={licence} />
          ))}
        </ul>
      </ListState>
    </Screen>
  );
}

function LicenceRow({ licence: { name, version, identifier, text } }: { readonly licence: Licence }) {
  const [open, setOpen] = useState(false);
  return (
    <li className={styles.licence}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.value}>
            {name} {version}
          </span>
          <span className={styles.soft}>{identifier}</span>
        </summary>
        {open ? <pre className={styles.licenceText}>{text}</pre> : null}
      </details>
    </li>
  );
}
