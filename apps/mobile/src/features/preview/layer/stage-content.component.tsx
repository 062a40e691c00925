import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { exactKindOf } from '@sealflow/viewers/format/format.rules.ts';
import { useTexts } from '../../../i18n/index.ts';

import styles from '../preview.module.css';
import { Facts } from './facts.component.tsx';
import { useOpenPreview } from './open-preview.hook.ts';
import { Problem } from './problem.component.tsx';
import { Stage } from './stage.component.tsx';
import { Waiting } from './waiting.component.tsx';

/** The document, or its replacement: a loading state, a problem, an empty document or an unknown format. */
export function StageContent() {
  const { preview } = useTexts();
  const { state } = useOpenPreview();
  if (state.phase === 'opening') {
    return (
      <div className={styles.stage}>
        <Waiting />
      </div>
    );
  }
  if (state.phase === 'failed') return <Problem failure={state} />;
  const { document, format } = state;
  if (document.content.size === 0) {
    return (
      <div className={styles.problem}>
        <EmptyState title={preview.emptyDocument} />
      </div>
    );
  }
  if (format.viewer === null && exactKindOf(format) === null) {
    return (
      <div className={styles.problem}>
        <EmptyState
          title={preview.unknownFormat}
          hint={preview.unknownFormatHint}
          action={<Facts document={document} format={format} />}
        />
      </div>
    );
  }
  return <Stage document={document} format={format} />;
}
