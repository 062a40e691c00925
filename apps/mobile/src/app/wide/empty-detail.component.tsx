import { DocumentsIcon, MessagesIcon, PersonIcon, WorkIcon } from '@sealflow/ui/icons.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { Area } from '../../shell/navigation/panes.rules.ts';
import styles from './empty-detail.module.css';

const icons: Readonly<Record<Area, ReactNode>> = {
  messages: <MessagesIcon size={48} />,
  documents: <DocumentsIcon size={48} />,
  work: <WorkIcon size={48} />,
  mine: <PersonIcon size={48} />,
};

/** Stands in the right pane while nothing of the list is open, and says how to open it. */
export default function EmptyDetail({ area }: { readonly area: Area }) {
  const { wide } = useTexts();
  const { title, hint } = wide.empty[area];
  return (
    <div className={styles.empty}>
      <EmptyState icon={icons[area]} title={title} hint={hint} />
    </div>
  );
}
