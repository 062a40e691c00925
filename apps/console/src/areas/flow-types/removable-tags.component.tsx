import { Button, Tag, TagGroup, TagList } from 'react-aria-components';
import { useTexts } from '../../i18n/index.ts';
import styles from './designer.module.css';

type RemovableTagsProps = {
  readonly label: string;
  /** Faulty items are marked; `text` says why, if it differs from the name. */
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly text?: string;
    readonly isFaulty?: boolean;
  }[];
  /** Gets the ids that are left. */
  readonly onChange: (ids: string[]) => void;
};

/** The chosen people, roles or other named things of a list, each with a button that removes it. */
export function RemovableTags({ label, items, onChange }: RemovableTagsProps) {
  const { flowTypes: texts, processRules } = useTexts();
  return (
    <TagGroup
      aria-label={label}
      onRemove={(keys) => onChange(items.map(({ id }) => id).filter((id) => !keys.has(id)))}
      className={styles.tags ?? ''}
    >
      <span className={styles.label}>{label}</span>
      <TagList
        items={items}
        className={styles.tagList ?? ''}
        renderEmptyState={() => <span className={styles.hint}>{texts.none}</span>}
      >
        {({ id, name, text, isFaulty = false }) => (
          <Tag id={id} textValue={name} className={`${styles.tag} ${isFaulty ? styles.faulty : ''}`}>
            {text ?? name}
            <Button slot="remove" aria-label={processRules.removeItem(name)} className={styles.remove ?? ''}>
              ×
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}
