import styles from './messages.module.css';
import { partsOf } from './messages.rules.ts';

type MarkedTextProps = { readonly text: string; readonly keyword: string };

/** A text with what was searched for marked in it. */
export function MarkedText({ text, keyword }: MarkedTextProps) {
  if (keyword === '') return text;
  return partsOf(text, keyword).map((part, index) =>
    part.isHit ? (
      // The pieces of one text have no other identity than their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className={styles.hit}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
