import { useTexts } from '../../i18n/index.ts';
import type { PaletteGroup } from './fuzzy-match.rules.ts';
import styles from './palette.module.css';
import type { PaletteItem } from './palette.types.ts';

/** A list whose options are chosen from the field above it: no element of HTML is that. */
const roles = { list: 'listbox', option: 'option' } as const;

type PaletteOptionsProps = {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  /** Index of the active option over all groups. */
  readonly current: number;
  readonly optionID: (index: number) => string;
  readonly onChoose: (item: PaletteItem) => void;
  readonly onHover: (index: number) => void;
};

/** The options below the field, in groups. The focus stays in the field. */
export function PaletteOptions({ id, groups, current, optionID, onChoose, onHover }: PaletteOptionsProps) {
  const { palette } = useTexts();
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0));
  return (
    <div id={id} role={roles.list} aria-label={palette.options} className={styles.options}>
      {groups.map(({ kind, items }, at) => (
        <fieldset key={kind} className={styles.group} aria-labelledby={`${id}-${kind}`}>
          <div id={`${id}-${kind}`} className={styles.kind}>
            {palette.kinds[kind]}
          </div>
          {items.map((item, offset) => {
            const index = (starts[at] ?? 0) + offset;
            return (
              <button
                key={item.id}
                type="button"
                id={optionID(index)}
                role={roles.option}
                tabIndex={-1}
                aria-selected={index === current}
                className={styles.option}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => onHover(index)}
                onClick={() => onChoose(item)}
              >
                <span className={styles.title}>{item.title}</span>
                {item.detail === undefined ? null : <span className={styles.detail}>{item.detail}</span>}
                {item.keys === undefined ? null : (
                  <span className={styles.keys}>
                    {item.keys.map((key) => (
                      <kbd key={key} className={styles.key}>
                        {key}
                      </kbd>
                    ))}
                  </span>
                )}
              </button>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
