import { useTexts } from '../../i18n/index.ts';
import { ChevronDownIcon } from '../../ui/icons.component.tsx';
import styles from './messages.module.css';

type NewestButtonProps = {
  /** Number of messages that arrived while the user was scrolled up. */
  readonly arrived: number;
  readonly shown: boolean;
  readonly onPress: () => void;
};

/** Scrolls to the newest message. An overlay, so that it takes no space from the list. */
export function NewestButton({ arrived, shown, onPress }: NewestButtonProps) {
  const { messages } = useTexts();
  return (
    <div className={styles.overEnd}>
      <output className="visually-hidden">{arrived > 0 ? messages.arrived(arrived) : ''}</output>
      {shown ? (
        <button type="button" className={styles.newest} onClick={onPress}>
          <ChevronDownIcon size={20} />
          {arrived > 0 ? <span>{messages.arrived(arrived)}</span> : null}
          <span className="visually-hidden">{messages.toNewest}</span>
        </button>
      ) : null}
    </div>
  );
}
