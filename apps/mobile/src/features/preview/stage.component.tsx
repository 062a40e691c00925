import { watermarkLines } from '@sealflow/domain/watermark';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { chooseViewer } from './choose.viewer.ts';
import { Contents } from './contents.component.tsx';
import { extensionOf, type Format } from './format.rules.ts';
import { PageJump } from './page-jump.component.tsx';
import { PasswordDialog } from './password-dialog.component.tsx';
import { usePasswordQuestion } from './password-question.hook.ts';
import type { ShownDocument } from './preview.hook.ts';
import styles from './preview.module.css';
import { useStage } from './stage.hook.ts';
import { useStagePlace } from './stage-place.hook.ts';
import { PreviewTools } from './tools.component.tsx';
import type { DocumentPart, OpenViewer, Viewer } from './viewer.types.ts';
import { Waiting } from './waiting.component.tsx';

type StageProps = {
  readonly document: ShownDocument;
  readonly format: Format;
  readonly fileID: string | null;
  readonly onViewer: (viewer: OpenViewer | null) => void;
  readonly onPart: (part: DocumentPart) => void;
  readonly onFailure: (error: unknown) => void;
  readonly onCancel: () => void;
};

const noViewer = (): Promise<Viewer> => Promise.reject(new Error('format has no viewer'));

/** The document itself with its tools. */
export function Stage({ document, format, fileID, onViewer, onPart, onFailure, onCancel }: StageProps) {
  const { preview } = useTexts();
  const platform = usePlatform();
  const { account, user } = useSignedIn();
  const container = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState<'jump' | 'contents' | null>(null);
  const loadViewer = useMemo(() => chooseViewer(format, platform) ?? noViewer, [format, platform]);
  const { question, ask } = usePasswordQuestion();
  const { viewer, place, progress } = useStage({
    container,
    content: document.content,
    loadViewer,
    watermark: document.watermarked
      ? watermarkLines({
          mobileNo: account.mobileNo,
          email: account.email,
          name: user?.name ?? '',
          at: new Date(platform.clock.now()),
        })
      : [],
    label: preview.contentLabel(document.name),
    extension: extensionOf(document.name),
    words: { page: preview.pageOf, link: preview.linkTo, brokenPage: preview.brokenPage },
    mayCopy: document.mayCopy,
    openPart: onPart,
    askPassword: ask,
    onFailure,
    ...useStagePlace(fileID),
  });
  useEffect(() => {
    onViewer(viewer);
    // The scroll keys go to the document unless the user is typing.
    const isTyping = globalThis.document.activeElement instanceof HTMLInputElement;
    const page = container.current?.querySelector<HTMLElement>('[role="document"]');
    if (viewer && !isTyping) page?.focus({ preventScroll: true });
    return () => onViewer(null);
  }, [viewer, onViewer]);
  const goTo = (page: number) => {
    setAbove(null);
    viewer?.goTo?.(page);
  };

  return (
    <div className={styles.body}>
      <div className={styles.stage}>
        <div ref={container} className={styles.stage} style={{ height: '100%' }} />
        {viewer || question ? null : <Waiting progress={progress} onCancel={onCancel} />}
      </div>
      {viewer ? <PreviewTools viewer={viewer} place={place} onOpen={setAbove} /> : null}
      <PageJump open={above === 'jump'} place={place} onClose={() => setAbove(null)} onGo={goTo} />
      {viewer ? (
        <Contents
          open={above === 'contents'}
          viewer={viewer}
          place={place}
          onClose={() => setAbove(null)}
          onGo={goTo}
        />
      ) : null}
      {question ? <PasswordDialog key={question.wrong} question={question} /> : null}
    </div>
  );
}
