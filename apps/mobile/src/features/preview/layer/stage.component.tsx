import { addDismissable } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { extensionOf, type Format } from '@sealflow/viewers/format/format.rules.ts';
import { chooseViewer } from '@sealflow/viewers/viewer/choose.viewer.ts';
import type { Viewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { isObscured, onObscuredChange } from '../../../platform/app-lock/app-lock.store.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useFullScreen } from '../../../shell/navigation/full-screen.store.ts';
import { useDecryptedDocument } from '../exact/decrypted-document.hook.ts';
import { exactOptions, useExactPages, useRendition } from '../exact/exact-pages.hook.ts';
import { ExactOffer, ExactProgress } from '../exact/exact-progress.component.tsx';
import { useSamePlace } from '../exact/same-place.hook.ts';
import { Contents } from '../navigation/contents.component.tsx';
import { PageJump } from '../navigation/page-jump.component.tsx';
import { usePagePairs } from '../navigation/page-pairs.hook.ts';
import { useReadingPosition } from '../navigation/reading-position.hook.ts';
import { Presenter } from '../presenter/presenter.component.tsx';
import styles from '../preview.module.css';
import { isFocusOnTab } from '../tabs/tab-focus.util.ts';
import { useTextIndex } from '../text-index/text-index.hook.ts';
import { useOpenPreview } from './open-preview.hook.ts';
import { PasswordDialog } from './password-dialog.component.tsx';
import { usePasswordPrompt } from './password-prompt.hook.ts';
import type { PreviewDocument } from './preview.hook.ts';
import { useStage } from './stage.hook.ts';
import { PreviewTools } from './tools.component.tsx';
import { Waiting } from './waiting.component.tsx';
import { useWatermark } from './watermark.hook.ts';

type StageProps = { readonly document: PreviewDocument; readonly format: Format };

/** Opens nothing: the format has exact pages only. */
const loadNoViewer = (): Promise<Viewer> => Promise.resolve(async () => ({ close: () => undefined }));

/** The document itself with its tools. */
export function Stage({ document, format }: StageProps) {
  const { preview } = useTexts();
  const { fileID, setViewer, openPart, fail } = useOpenPreview();
  const platform = usePlatform();
  const { user } = useSignedIn();
  const watermark = useWatermark();
  const container = useRef<HTMLDivElement>(null);
  const [openPanel, setOpenPanel] = useState<'jump' | 'contents' | null>(null);
  const { decrypted, follow } = useDecryptedDocument();
  const [isReturning, setReturning] = useState(false);
  // After exact pages, the light viewer shows the decrypted content without asking for the password again.
  const light = isReturning && decrypted ? decrypted : { content: document.content, format };
  const loadViewer = useMemo(() => {
    const mediaServer = () => platform.mediaServer();
    const host = { mediaServer, isObscured, onObscuredChange, addDismissable };
    return chooseViewer(light.format, host) ?? loadNoViewer;
  }, [light.format, platform]);
  const { prompt, isEntered, openPrompt } = usePasswordPrompt();
  const passedOptions = {
    content: light.content,
    watermark: document.watermarked ? watermark() : [],
    label: preview.contentLabel(document.name),
    extension: extensionOf(document.name),
    words: { page: preview.pageOf, link: preview.linkTo, brokenPage: preview.brokenPage },
    mayCopy: document.mayCopy,
    openPart,
    requestPassword: openPrompt,
    onFailure: fail,
    ...useReadingPosition(fileID),
  };
  const inner = decrypted ?? { content: document.content, format };
  // The service does not know the password of a locked document.
  const openRendition = useRendition(decrypted ? null : document.record);
  const exact = useExactPages({
    container,
    name: document.name,
    format: inner.format,
    passedOptions: { ...passedOptions, content: inner.content },
    mode: user?.exactPages ?? 'ask',
    openRendition,
    onShown: () => setReturning(true),
  });
  const stageOptions = { ...passedOptions, container, loadViewer };
  const { viewer, position, progress } = useStage(
    exact.pdf
      ? { ...stageOptions, ...exactOptions, content: exact.pdf, onFailure: exact.rejectPages }
      : stageOptions,
  );
  const pairs = usePagePairs(viewer, container);
  const { isPresenting } = useFullScreen();
  useSamePlace({ viewer, position, view: exact.pdf });
  // A document with a password of its own has no index: the index would not need the password.
  useTextIndex(isEntered ? null : viewer, document);
  // Before the next paint: a key pressed as soon as the document is visible must act on it, and a focus that the user
  // moves afterwards must stay.
  useLayoutEffect(() => {
    setViewer(viewer);
    follow(viewer);
    // The scroll keys go to the document unless the user is typing or moves through the tabs.
    const { activeElement } = globalThis.document;
    const isElsewhere =
      isFocusOnTab(fileID) || Boolean(activeElement?.closest('input, textarea, [role="tablist"]'));
    const page = container.current?.querySelector<HTMLElement>('[role="document"]');
    if (viewer && !isElsewhere) page?.focus({ preventScroll: true });
    return () => setViewer(null);
  }, [viewer, setViewer, follow, fileID]);
  const goTo = (page: number) => {
    setOpenPanel(null);
    viewer?.goTo?.(page);
  };

  return (
    <div className={styles.body}>
      <div className={styles.stage} data-presenting={isPresenting || undefined}>
        <div ref={container} className={styles.stage} style={{ height: '100%' }} />
        {viewer || prompt ? null : <Waiting progress={progress} />}
        {inner.format.viewer === null && !exact.pdf ? <ExactOffer exact={exact} /> : null}
        <ExactProgress exact={exact} />
        {viewer && isPresenting ? <Presenter viewer={viewer} position={position} /> : null}
      </div>
      {viewer ? (
        <PreviewTools viewer={viewer} position={position} exact={exact} pairs={pairs} onOpen={setOpenPanel} />
      ) : null}
      <PageJump
        open={openPanel === 'jump'}
        position={position}
        onClose={() => setOpenPanel(null)}
        onGoToPage={goTo}
      />
      {viewer ? (
        <Contents
          open={openPanel === 'contents'}
          viewer={viewer}
          position={position}
          onClose={() => setOpenPanel(null)}
          onGoToPage={goTo}
        />
      ) : null}
      {prompt ? <PasswordDialog key={prompt.failedAttempts} prompt={prompt} /> : null}
    </div>
  );
}
