import { Dialog as Base } from '@base-ui/react/dialog';
import { TopBar } from '@sealflow/ui/navigation/top-bar.component.tsx';
import { ModalHost } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useLayoutEffect } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import type { PreviewTarget } from '../../../platform/documents/open-document.usecases.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { OpenPreviewContext } from '../layer/open-preview.hook.ts';
import { type Preview, useTargetPreview } from '../layer/preview.hook.ts';
import { Problem } from '../layer/problem.component.tsx';
import { Waiting } from '../layer/waiting.component.tsx';
import preview from '../preview.module.css';
import { guardPrinting } from '../print/print-pages.util.ts';
import { useFileName } from './compare.queries.ts';
import styles from './compare-layer.module.css';
import { CompareStage } from './compare-stage.component.tsx';

/**
 * The comparison of two documents over everything else. It has a history entry, as the preview has. Each document is opened under
 * its own licence, and the comparison exists only while both are open.
 */
export default function CompareLayer() {
  const { target, compared, close } = usePreviewLayer();
  if (target === null || compared === null) return null;
  return (
    <OpenLayer key={`${target.fileID} ${compared.fileID}`} left={target} right={compared} close={close} />
  );
}

type OpenLayerProps = {
  readonly left: PreviewTarget;
  readonly right: PreviewTarget;
  readonly close: () => void;
};

function OpenLayer({ left, right, close }: OpenLayerProps) {
  const { compare, preview: previewTexts, common } = useTexts();
  const context = useDocumentsContext();
  const leftPreview = useTargetPreview(context, left);
  const rightPreview = useTargetPreview(context, right);
  const leftName = useFileName(context, left.fileID);
  const rightName = useFileName(context, right.fileID);
  const { notice } = previewTexts.print;
  useLayoutEffect(() => guardPrinting(notice), [notice]);
  return (
    <Base.Root open modal onOpenChange={(open) => open || close()} disablePointerDismissal>
      <Base.Portal>
        <Base.Popup className={styles.popup} aria-label={compare.title}>
          <TopBar title={compare.title} backLabel={common.back} onBack={close} />
          <Content
            left={{ target: left, opened: leftPreview, recordName: leftName }}
            right={{ target: right, opened: rightPreview, recordName: rightName }}
            close={close}
          />
          <ModalHost />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type Side = {
  readonly target: PreviewTarget;
  readonly opened: Preview;
  readonly recordName: string;
};

const nothing = () => undefined;

const nameOf = ({ target, recordName, opened: { state } }: Side): string =>
  state.phase === 'open' ? state.document.name : target.flowFile?.name || recordName;

/** Both documents, or the reason why one of them cannot be shown. */
function Content({ left, right, close }: { left: Side; right: Side; close: () => void }) {
  const { compare } = useTexts();
  // The comparison closes with either document.
  const shown = [left, right].find(({ opened }) => opened.state.phase === 'failed') ?? left;
  const { state } = shown.opened;
  const [first, second] = [left.opened.state, right.opened.state];
  const name = nameOf(shown);
  return (
    <OpenPreviewContext
      value={{
        ...shown.opened,
        name,
        fileID: shown.target.fileID,
        setViewer: nothing,
        openPart: nothing,
        close,
      }}
    >
      {state.phase === 'failed' ? (
        <div className={styles.problem}>
          {name === '' ? null : <p className={styles.about}>{compare.about(name)}</p>}
          <Problem failure={state} />
        </div>
      ) : first.phase === 'open' && second.phase === 'open' ? (
        <CompareStage
          left={{ ...first, fail: left.opened.fail }}
          right={{ ...second, fail: right.opened.fail }}
        />
      ) : (
        <div className={preview.stage}>
          <Waiting />
        </div>
      )}
    </OpenPreviewContext>
  );
}
