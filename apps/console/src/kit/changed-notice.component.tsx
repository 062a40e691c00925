import type { ConsoleKind } from '@sealflow/contract';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { useForeignChange } from '../platform/live/foreign-change.hook.ts';
import { useNames } from '../platform/names.queries.ts';
import { Button } from './button.component.tsx';
import styles from './form.module.css';
import { Notice } from './notice.component.tsx';
import { showToast } from './toasts.store.ts';
import type { Versions, Write } from './versions.hook.ts';

type ChangedNoticeProps<T> = {
  /** The tenant of the object; missing for an object of the deployment. */
  readonly tid?: string;
  readonly kind: ConsoleKind;
  readonly id: string;
  readonly versions: Versions<T>;
  /** Writes what the form has. Runs if the person compares both versions and keeps their own. */
  readonly write: Write<T>;
};

/** Says that someone else changed the object of an open form. What the person typed stays until they decide. */
export function ChangedNotice<T>({ tid = '', kind, id, versions, write }: ChangedNoticeProps<T>) {
  const texts = useTexts().common.changedMeanwhile;
  const [change, forget] = useForeignChange(kind, id);
  const fid = change?.fid ?? null;
  const errorText = useErrorText();
  const nameOf = useNames(tid, [fid]);
  if (change === null) return null;
  const name = fid === null ? null : nameOf(fid);
  const decide = (act: () => Promise<void>) => () =>
    void act().then(forget, (error: unknown) => showToast({ color: 'error', text: errorText(error) }));
  return (
    <Notice kind="warning">
      <output>
        {change.origin === 'operator' || change.origin === 'service'
          ? texts.by[change.origin]
          : name === null || name === fid
            ? texts.by.someone
            : texts.by.member(name)}
        {texts.kept}
      </output>
      <div className={styles.choices}>
        <Button onPress={decide(() => versions.compare(write))}>{texts.compare}</Button>
        <Button onPress={decide(versions.load)}>{texts.load}</Button>
      </div>
    </Notice>
  );
}
