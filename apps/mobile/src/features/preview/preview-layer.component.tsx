import { Dialog as Base } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useDocumentsContext } from '../../platform/documents/documents-context.hook.ts';
import { type PreviewTarget, usePreviewLayer } from '../../platform/documents/preview-layer.hook.ts';
import { Button, IconButton } from '../../ui/button.component.tsx';
import { Dialog } from '../../ui/dialog.component.tsx';
import { EmptyState } from '../../ui/state.component.tsx';
import { TopBar } from '../../ui/top-bar.component.tsx';
import { TopPlace } from '../../ui/top-place.component.tsx';
import { Facts } from './facts.component.tsx';
import { InfoIcon } from './icons.component.tsx';
import { usePreview } from './preview.hook.ts';
import styles from './preview.module.css';
import { Problem } from './problem.component.tsx';
import { Stage } from './stage.component.tsx';
import { Waiting } from './waiting.component.tsx';

/** The preview over whatever screen is open; it stands in the history, so every kind of back closes it. */
export default function PreviewLayer() {
  const { target, close } = usePreviewLayer();
  if (target === null) return null;
  return <OpenPreview key={target.fileID} target={target} close={close} />;
}

type OpenPreviewProps = { readonly target: PreviewTarget; readonly close: () => void };

function OpenPreview({ target, close }: OpenPreviewProps) {
  const { preview, common } = useTexts();
  const { state, fail, retry } = usePreview(useDocumentsContext(), target);
  const [asking, setAsking] = useState(false);
  const known = state.phase === 'open' ? state : null;
  const name = known?.document.record.fileWholeName ?? target.flowFile?.name ?? preview.title;
  const info = (
    <IconButton label={preview.facts} onClick={() => setAsking(true)}>
      <InfoIcon />
    </IconButton>
  );
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : close())} disablePointerDismissal>
      <Base.Portal>
        <Base.Popup className={styles.popup} aria-label={preview.title}>
          <TopBar title={name} backLabel={common.back} onBack={close} trailing={known ? info : undefined} />
          <Content state={state} onFailure={fail} onRetry={retry} onClose={close} />
          <TopPlace />
          {known ? (
            <Dialog
              open={asking}
              title={preview.facts}
              onDismiss={() => setAsking(false)}
              actions={<Button onClick={() => setAsking(false)}>{common.close}</Button>}
            >
              <Facts document={known.document} format={known.format} />
            </Dialog>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type ContentProps = {
  readonly state: ReturnType<typeof usePreview>['state'];
  readonly onFailure: (error: unknown) => void;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

function Content({ state, onFailure, onRetry, onClose }: ContentProps) {
  const { preview } = useTexts();
  if (state.phase === 'opening') {
    return (
      <div className={styles.stage}>
        <Waiting onCancel={onClose} />
      </div>
    );
  }
  if (state.phase === 'failed')
    return <Problem problem={state.problem} onRetry={onRetry} onClose={onClose} />;
  if (state.document.content.size === 0) {
    return (
      <div className={styles.problem}>
        <EmptyState title={preview.emptyDocument} />
      </div>
    );
  }
  if (state.format.viewer === null) {
    return (
      <div className={styles.problem}>
        <EmptyState
          title={preview.unknownFormat}
          hint={preview.unknownFormatHint}
          action={<Facts document={state.document} format={state.format} />}
        />
      </div>
    );
  }
  return <Stage document={state.document} format={state.format} onFailure={onFailure} onCancel={onClose} />;
}
