import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import type { ExactPages } from './exact-pages.hook.ts';
import styles from './exact-progress.module.css';

type ExactProgressProps = { readonly exact: ExactPages };

/**
 * The question before the download, and the progress of exact pages at the edge of the light view, which stays usable meanwhile.
 */
export function ExactProgress({ exact }: ExactProgressProps) {
  const { preview, common } = useTexts();
  const { phase, progress, question, cancel } = exact;
  return (
    <>
      <Dialog
        open={question !== null}
        title={preview.exact.consentTitle}
        onDismiss={() => question?.answer(false)}
        actions={
          <>
            <Button onClick={() => question?.answer(false)}>{common.cancel}</Button>
            <Button variant="primary" onClick={() => question?.answer(true)}>
              {preview.exact.download}
            </Button>
          </>
        }
      >
        {preview.exact.consentText}
      </Dialog>
      {phase === 'downloading' || phase === 'converting' ? (
        <div className={styles.bar}>
          <output className={styles.label}>{preview.exact[phase]}</output>
          <Progress label={preview.exact[phase]} value={progress} max={1} />
          <Button onClick={cancel}>{preview.cancel}</Button>
        </div>
      ) : null}
    </>
  );
}

/** Offers exact pages for a format that has no light viewer. */
export function ExactOffer({ exact: { phase, start } }: ExactProgressProps) {
  const { preview } = useTexts();
  return (
    <div className={styles.offer}>
      <EmptyState
        title={preview.exact.onlyTitle}
        hint={phase === 'off' ? preview.exact.offHint : preview.exact.onlyHint}
        action={
          phase === 'light' ? (
            <Button variant="primary" onClick={start}>
              {preview.exact.show}
            </Button>
          ) : null
        }
      />
    </div>
  );
}
