import { splitAtMatches } from './highlight.rules.ts';
import styles from './highlighted-text.module.css';

type HighlightedTextProps = { readonly text: string; readonly keyword: string };

/** A text with its matches of the keyword highlighted. */
export function HighlightedText({ text, keyword }: HighlightedTextProps) {
  if (keyword === '') return text;
  return splitAtMatches(text, keyword).map((part, index) =>
    part.isHit ? (
      // The parts of a text have no identity other than their position.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className={styles.hit}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
