import type { ConsoleChange, ConsoleKind } from '@sealflow/contract';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { useForeignChange } from '../platform/live/live.hook.ts';
import { useNames } from '../platform/names.queries.ts';
import { Button } from './button.component.tsx';
import styles from './form.module.css';
import { Notice } from './notice.component.tsx';
import { showToast } from './toasts.store.ts';
import type { Versions, Write } from './versions.hook.ts';

type ObjectProps = {
  /** The tenant of the object; missing for an object of the deployment. */
  readonly tid?: string | undefined;
  readonly kind: ConsoleKind;
  readonly id: string;
};

type DecisionProps = ObjectProps & {
  /** Reads the current version and shows both. */
  readonly onCompare: () => Promise<void>;
  /** Starts the form again from the current version. */
  readonly onLoad: () => Promise<void>;
};

type FormState = {
  /** Whether the form has typed values. A form that says no shows the current version already. */
  readonly isDirty?: boolean;
};

type ChangedNoticeProps<T> = ObjectProps &
  FormState & {
    readonly versions: Versions<T>;
    /** Writes what the form has. Runs if the person compares both versions and keeps their own. */
    readonly write: Write<T>;
  };

/** The notice for a form with `useVersions`. */
export function ChangedNotice<T>({ versions, write, ...form }: ChangedNoticeProps<T>) {
  return <ForeignChangeNotice {...form} onCompare={() => versions.compare(write)} onLoad={versions.load} />;
}

/** Says that someone else changed the object of an open form. What the person typed stays until they decide. */
export function ForeignChangeNotice({ isDirty = true, ...props }: DecisionProps & FormState) {
  return isDirty ? <Decision {...props} /> : <Followed tid={props.tid} kind={props.kind} id={props.id} />;
}

function Decision({ tid, kind, id, onCompare, onLoad }: DecisionProps) {
  const texts = useTexts().common.changedMeanwhile;
  const [change, forget] = useForeignChange(kind, id);
  const authorText = useAuthorText(tid, change);
  const errorText = useErrorText();
  if (change === null) return null;
  const decide = (act: () => Promise<void>) => () =>
    void act().then(forget, (error: unknown) => showToast({ color: 'error', text: errorText(error) }));
  return (
    <Notice kind="warning">
      <output>
        {authorText}
        {texts.kept}
      </output>
      <div className={styles.choices}>
        <Button onPress={decide(onCompare)}>{texts.compare}</Button>
        <Button onPress={decide(onLoad)}>{texts.load}</Button>
      </div>
    </Notice>
  );
}

function Followed({ tid, kind, id }: ObjectProps) {
  const texts = useTexts().common.changedMeanwhile;
  const [change] = useForeignChange(kind, id);
  const authorText = useAuthorText(tid, change);
  if (change === null) return null;
  return (
    <Notice kind="info">
      <output>
        {authorText}
        {texts.followed}
      </output>
    </Notice>
  );
}

/** Says who made a change. */
function useAuthorText(tid: string | undefined, change: ConsoleChange | null): string {
  const { by } = useTexts().common.changedMeanwhile;
  const fid = change?.fid ?? null;
  const nameOf = useNames(tid ?? '', [fid]);
  if (change?.origin === 'operator' || change?.origin === 'service') return by[change.origin];
  const name = fid === null ? null : nameOf(fid);
  return name === null || name === fid ? by.someone : by.member(name);
}
