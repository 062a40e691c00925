import type { ComparedPart, ComparedSide } from '@sealflow/viewers/compare/compare.types.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './compare-rows.module.css';

type ComparedCellProps = {
  /** Null where the document has no line beside that of the other. */
  readonly side: ComparedSide | null;
  readonly kind: 'same' | 'removed' | 'added';
  /** Whether the same line stands in the other column. */
  readonly isRepeated?: boolean;
};

const signs = { same: '', removed: '−', added: '+' } as const;

/** A line of a document with its place and, if it differs, a sign and a colour. */
export function ComparedCell({ side, kind, isRepeated = false }: ComparedCellProps) {
  const { compare } = useTexts();
  if (side === null) return <div className={styles.gap} />;
  const { number, page, parts } = side;
  // Lines of PDF pages have no line numbers.
  const printedPlace = page === null ? String(number) : number === 1 ? compare.page(page) : '';
  const place = page === null ? compare.line(number) : compare.page(page);
  const isEmpty = parts.every(({ text }) => text === '');
  const isPartial = parts.some(({ isChanged }) => !isChanged);
  return (
    <div className={styles.cell} data-kind={kind} aria-hidden={isRepeated || undefined}>
      <span className={styles.place} aria-hidden="true">
        {printedPlace}
      </span>
      <span className={styles.sign} data-kind={kind} aria-hidden="true">
        {signs[kind]}
      </span>
      <span className={styles.text}>
        {kind === 'same' ? null : (
          <span className="visually-hidden">
            {kind === 'removed' ? compare.removedAt(place) : compare.addedAt(place)}
            {isEmpty ? compare.emptyLine : null}
          </span>
        )}
        {withOffsets(parts).map(({ offset, part }) => (
          <Part key={offset} part={part} kind={kind} isMarked={isPartial} />
        ))}
      </span>
    </div>
  );
}

/** The parts with the place where each begins. */
function withOffsets(parts: readonly ComparedPart[]): { offset: number; part: ComparedPart }[] {
  let offset = 0;
  return parts.map((part) => {
    const placed = { offset, part };
    offset += part.text.length;
    return placed;
  });
}

type PartProps = {
  readonly part: ComparedPart;
  readonly kind: ComparedCellProps['kind'];
  /** Whether a part of the line differs; otherwise the line itself is marked. */
  readonly isMarked: boolean;
};

function Part({ part: { text, isChanged }, kind, isMarked }: PartProps) {
  if (!isChanged || !isMarked || kind === 'same') return <span>{text}</span>;
  return kind === 'added' ? (
    <ins className={styles.mark}>{text}</ins>
  ) : (
    <del className={styles.mark}>{text}</del>
  );
}
