import type { Message } from '@sealflow/contract';
import { momentTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { excerptOf } from '../../shell/lists/highlight.rules.ts';
import { HighlightedText } from '../../shell/lists/highlighted-text.component.tsx';
import styles from './messages.module.css';

type HitRowProps = { readonly hit: Message; readonly keyword: string; readonly onOpen: () => void };

/** A search result: the line with the keyword, and the message's time. */
export function HitRow({ hit, keyword, onOpen }: HitRowProps) {
  const language = useLanguage();
  const { common } = useTexts();
  const { clock } = usePlatform();
  return (
    <button type="button" className={styles.hitRow} onClick={onOpen}>
      {hit.title === '' ? null : (
        <span className={styles.hitTitle}>
          <HighlightedText text={hit.title} keyword={keyword} />
        </span>
      )}
      <span className={styles.hitText}>
        <HighlightedText text={excerptOf(hit.text, keyword)} keyword={keyword} />
      </span>
      <time className={styles.time} dateTime={new Date(hit.createAt).toISOString()}>
        {momentTime(hit.createAt, { now: clock.now(), language, yesterday: common.yesterday })}
      </time>
    </button>
  );
}
