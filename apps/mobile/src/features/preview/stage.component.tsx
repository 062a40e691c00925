import { watermarkLines } from '@sealflow/domain/watermark';
import { useMemo, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { OpenedDocument } from '../../platform/documents/document.types.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { chooseViewer } from './choose.viewer.ts';
import type { Format } from './format.rules.ts';
import { PageJump } from './page-jump.component.tsx';
import styles from './preview.module.css';
import { useStage } from './stage.hook.ts';
import { PreviewTools } from './tools.component.tsx';
import type { Viewer } from './viewer.types.ts';
import { Waiting } from './waiting.component.tsx';

type StageProps = {
  readonly document: OpenedDocument;
  readonly format: Format;
  readonly onFailure: (error: unknown) => void;
  readonly onCancel: () => void;
};

const noViewer = (): Promise<Viewer> => Promise.reject(new Error('no viewer for this format'));

/** The document itself with its tools. */
export function Stage({ document, format, onFailure, onCancel }: StageProps) {
  const { preview } = useTexts();
  const { clock } = usePlatform();
  const { account, user } = useSignedIn();
  const container = useRef<HTMLDivElement>(null);
  const [jumping, setJumping] = useState(false);
  const loadViewer = useMemo(() => chooseViewer(format) ?? noViewer, [format]);
  const watermark = watermarkLines({
    mobileNo: account.mobileNo,
    email: account.email,
    name: user?.name ?? '',
    at: new Date(clock.now()),
  });
  const label = preview.contentLabel(document.record.fileWholeName);
  const { viewer, place } = useStage({ container, document, loadViewer, watermark, label, onFailure });

  return (
    <>
      <div className={styles.stage}>
        <div ref={container} className={styles.stage} style={{ height: '100%' }} />
        {viewer ? null : <Waiting onCancel={onCancel} />}
      </div>
      {viewer?.zoom ? (
        <PreviewTools place={place} onZoom={viewer.zoom} onJump={() => setJumping(true)} />
      ) : null}
      <PageJump
        open={jumping}
        place={place}
        onClose={() => setJumping(false)}
        onGo={(page) => {
          setJumping(false);
          viewer?.goTo?.(page);
        }}
      />
    </>
  );
}
