import type { Message } from '@sealflow/contract';
import { useTexts } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.component.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AnnouncementIcon, ChevronRightIcon, PlayIcon, StopIcon } from '../../ui/icons.component.tsx';
import styles from './messages.module.css';
import { useOpenLink } from './open-link.hook.ts';
import { useSpeech } from './speech.hook.ts';

type MessageCardProps = {
  readonly message: Message;
  /** Already said at the top of the screen. */
  readonly sessionTitle: string | undefined;
};

export function MessageCard({ message, sessionTitle }: MessageCardProps) {
  const { messages } = useTexts();
  const openLink = useOpenLink();
  const { title, text, type, link } = message;
  return (
    <article className={classNames(styles.card, type === 'announcement' && styles.announced)}>
      {title === '' || title === sessionTitle ? null : (
        <h2 className={styles.cardTitle}>
          {type === 'announcement' ? <AnnouncementIcon size={18} /> : null}
          <span>{title}</span>
        </h2>
      )}
      <div className={styles.cardBody}>
        <p className={styles.cardText}>{text}</p>
        {type === 'text_voice' ? <SpeechButton text={text} /> : null}
      </div>
      {link === null ? null : (
        <button type="button" className={styles.cardLink} onClick={() => void openLink(link)}>
          <span>{link.kind === 'flow' ? messages.openFlow : messages.openTask}</span>
          <ChevronRightIcon size={18} />
        </button>
      )}
    </article>
  );
}

function SpeechButton({ text }: { readonly text: string }) {
  const { messages } = useTexts();
  const { available, speaking, toggle } = useSpeech(text);
  if (!available) return null;
  return (
    <IconButton label={speaking ? messages.stop : messages.play} onClick={toggle}>
      {speaking ? <StopIcon /> : <PlayIcon />}
    </IconButton>
  );
}
