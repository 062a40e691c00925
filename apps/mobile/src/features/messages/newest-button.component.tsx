import { useTexts } from '../../i18n/index.ts';
import { ChevronDownIcon } from '../../ui/icons.component.tsx';
import styles from './messages.module.css';

type NewestButtonProps = {
  /** Number of messages that arrived while the user was scrolled up. */
  readonly arrivedCount: number;
  readonly isVisible: boolean;
  readonly onPress: () => void;
};

/** Scrolls to the newest message. An overlay, so that it takes no space from the list. */
export function NewestButton({ arrivedCount, isVisible, onPress }: NewestButtonProps) {
  const { messages } = useTexts();
  return (
    <div className={styles.overEnd}>
      <output className="visually-hidden">{arrivedCount > 0 ? messages.arrived(arrivedCount) : ''}</output>
      {isVisible ? (
        <button type="button" className={styles.newest} onClick={onPress}>
          <ChevronDownIcon size={20} />
          {arrivedCount > 0 ? <span>{messages.arrived(arrivedCount)}</span> : null}
          <span className="visually-hidden">{messages.toNewest}</span>
        </button>
      ) : null}
    </div>
  );
}
