import { errorText } from '@sealflow/domain/errors';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { useLocatePosition } from './diagnostics.queries.ts';
import styles from './mine.module.css';

/** The device's position, located only when the button is pressed. */
export function PositionRows() {
  const { diagnostics: texts } = useTexts();
  const language = useLanguage();
  const errorOf = useErrorText();
  const locating = useLocatePosition();
  const { data, error, isPending } = locating;
  const problem =
    data === 'denied'
      ? texts.positionDenied
      : data === 'unavailable'
        ? errorText('location.not_available', language === 'zh' ? 'cn' : 'en')
        : error === null
          ? null
          : errorOf(error);
  const value = (text: string) => <span className={styles.value}>{text}</span>;
  return (
    <List>
      <ListRow
        title={texts.position}
        detail={<output>{problem ?? texts.positionHint}</output>}
        trailing={
          <Button loading={isPending} onClick={() => locating.mutate()}>
            {isPending ? texts.locating : texts.locate}
          </Button>
        }
      />
      {typeof data === 'object' ? (
        <>
          <ListRow
            title={texts.gps}
            detail={texts.accuracy(Math.round(data.position.accuracy))}
            trailing={value(data.gps)}
          />
          <ListRow title={texts.map} trailing={value(data.map)} />
        </>
      ) : null}
    </List>
  );
}
