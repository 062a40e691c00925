import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import styles from './bulk.module.css';
import type { BulkOutcome } from './bulk.types.ts';
import { Button } from './button.component.tsx';
import { Modal } from './modal.component.tsx';
import { Notice } from './notice.component.tsx';
import { Tag } from './page.component.tsx';

type BulkDialogProps = {
  readonly title: string;
  /** What the act affects, and its fields. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly act: (
    ids: readonly string[],
    onProgress: (done: number) => void,
  ) => Promise<readonly BulkOutcome[]>;
  /** Called with the outcomes; not called if the person cancels. */
  readonly onDone: (outcomes: readonly BulkOutcome[]) => void;
  readonly onClose: () => void;
};

type Step =
  | { readonly name: 'asking'; readonly error: unknown }
  | { readonly name: 'acting'; readonly done: number }
  | { readonly name: 'results'; readonly outcomes: readonly BulkOutcome[] };

/** Asks before an act on several objects, shows its progress and then the result of each object. */
export function BulkDialog(props: BulkDialogProps) {
  const { common } = useTexts();
  const errorText = useErrorText();
  const [step, setStep] = useState<Step>({ name: 'asking', error: null });
  const { items } = props;
  const run = async () => {
    setStep({ name: 'acting', done: 0 });
    try {
      const ids = items.map(({ id }) => id);
      const outcomes = await props.act(ids, (done) => setStep({ name: 'acting', done }));
      setStep({ name: 'results', outcomes });
      props.onDone(outcomes);
    } catch (error) {
      setStep({ name: 'asking', error });
    }
  };
  if (step.name === 'results') {
    return (
      <Modal
        title={common.bulkResult.title}
        onClose={props.onClose}
        actions={
          <Button kind="primary" onPress={props.onClose}>
            {common.close}
          </Button>
        }
      >
        <Results outcomes={step.outcomes} items={items} />
      </Modal>
    );
  }
  const isActing = step.name === 'acting';
  return (
    <Modal
      role="alertdialog"
      title={props.title}
      onClose={isActing ? () => undefined : props.onClose}
      actions={
        <>
          <Button isDisabled={isActing} onPress={props.onClose}>
            {common.cancel}
          </Button>
          <Button
            kind={props.isDanger ? 'danger' : 'primary'}
            isDisabled={props.isDisabled ?? false}
            isPending={isActing}
            onPress={() => void run()}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {isActing ? (
        <output>{common.bulkResult.progress(step.done, items.length)}</output>
      ) : (
        <>
          {props.children}
          {step.error === null ? null : <Notice kind="error">{errorText(step.error)}</Notice>}
        </>
      )}
    </Modal>
  );
}

/** Failures first: they need an answer. */
function Results({ outcomes, items }: { outcomes: readonly BulkOutcome[]; items: BulkDialogProps['items'] }) {
  const { common } = useTexts();
  const errorText = useErrorText();
  const failed = outcomes.filter(({ error }) => error !== null);
  const done = outcomes.filter(({ error }) => error === null);
  const nameOf = (id: string) => items.find((item) => item.id === id)?.name ?? id;
  return (
    <>
      <p>
        <Tag tone="good">{common.bulkResult.done(done.length)}</Tag>{' '}
        {failed.length > 0 ? <Tag tone="bad">{common.bulkResult.failed(failed.length)}</Tag> : null}
      </p>
      <ul className={styles.results}>
        {[...failed, ...done].map(({ id, error }) => (
          <li key={id} className={styles.result}>
            <span>{nameOf(id)}</span>
            {error === null ? (
              <Tag tone="good">{common.done}</Tag>
            ) : (
              <span className={styles.reason}>{errorText(error)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
