import { useTexts } from '../../i18n/index.ts';
import styles from './messages.module.css';
import type { NewPost } from './messages.queries.ts';

type MessagePreviewProps = {
  readonly type: NewPost['type'];
  readonly title: string;
  readonly text: string;
  /** The language of the content, for its font and its pronunciation. */
  readonly lang: 'zh-CN' | 'en';
};

/** A message as its card in the app shows it. */
export function MessagePreview({ type, title, text, lang }: MessagePreviewProps) {
  const texts = useTexts().messages;
  return (
    <article className={styles.card} lang={lang} data-announced={type === 'announcement'}>
      {title === '' ? null : <h3 className={styles.cardTitle}>{title}</h3>}
      <div className={styles.cardBody}>
        <p className={styles.cardText}>{text === '' && title === '' ? texts.previewEmpty : text}</p>
        {type === 'text_voice' ? (
          <span className={styles.play} aria-hidden="true">
            ▶
          </span>
        ) : null}
      </div>
    </article>
  );
}
