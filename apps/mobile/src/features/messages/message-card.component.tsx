import type { Message } from '@sealflow/contract';
import { classNames } from '@sealflow/ui/class-names.util.ts';
import { AnnouncementIcon, ChevronRightIcon, PlayIcon, StopIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { memo, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSpeaking } from '../../platform/speech/speaker.usecases.ts';
import { useCanSpeak, useSpeaker } from '../../platform/speech/speech.hook.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import styles from './messages.module.css';
import { isFoldable } from './messages.rules.ts';
import { useOpenLink } from './open-link.hook.ts';

type MessageCardProps = {
  readonly message: Message;
  /** Shown as the title of the screen, so the card does not repeat it. */
  readonly sessionTitle: string | undefined;
  /** Whether this message is the search result that was opened. */
  readonly isFound: boolean;
};

export const MessageCard = memo(function MessageCard({ message, sessionTitle, isFound }: MessageCardProps) {
  const { messages } = useTexts();
  const openLink = useOpenLink();
  const { title, text, type, link, msgID } = message;
  const isAnnouncement = type === 'announcement';
  return (
    <article
      className={classNames(styles.card, isAnnouncement && styles.announced, isFound && styles.found)}
      aria-current={isFound || undefined}
    >
      {isFound ? <span className="visually-hidden">{messages.found}</span> : null}
      {title === '' || title === sessionTitle ? null : (
        <h2 className={styles.cardTitle}>
          {isAnnouncement ? <AnnouncementIcon size={18} /> : null}
          <span>{title}</span>
        </h2>
      )}
      <div className={styles.cardBody}>
        <CardText text={text} isInitiallyOpen={isFound} />
        {type === 'text_voice' ? <SpeechButton id={msgID} text={text} /> : null}
      </div>
      {link === null ? null : (
        <button type="button" className={styles.cardLink} onClick={() => void openLink(link)}>
          <span>{link.kind === 'flow' ? messages.openFlow : messages.openTask}</span>
          <ChevronRightIcon size={18} />
        </button>
      )}
    </article>
  );
});

/** Long texts are folded, except for an opened search result, because the match may be in the folded part. */
function CardText({ text, isInitiallyOpen }: { readonly text: string; readonly isInitiallyOpen: boolean }) {
  const { messages } = useTexts();
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  if (!isFoldable(text)) return <p className={styles.cardText}>{text}</p>;
  return (
    <div className={styles.cardText}>
      <p className={isOpen ? undefined : styles.folded}>{text}</p>
      <button type="button" className={styles.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? messages.showLess : messages.showAll}
      </button>
    </div>
  );
}

type SpeechButtonProps = { readonly id: string; readonly text: string };

/** Reads a message aloud or stops it; hidden if the device has no voice. */
function SpeechButton({ id, text }: SpeechButtonProps) {
  const { messages } = useTexts();
  const speaker = useSpeaker();
  const isSpeaking = useSpeaking((state) => state.id === id);
  if (!useCanSpeak()) return null;
  const play = async () => {
    if ((await speaker.readNow({ id, text })) === 'failed')
      showSnackbar({ color: 'error', text: messages.speechFailed });
  };
  return (
    <IconButton
      label={isSpeaking ? messages.stop : messages.play}
      onClick={() => (isSpeaking ? speaker.stop() : void play())}
    >
      {isSpeaking ? <StopIcon /> : <PlayIcon />}
    </IconButton>
  );
}
