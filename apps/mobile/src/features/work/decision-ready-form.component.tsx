import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { ApiError, useErrorText } from '../../platform/api/index.ts';
import type { ChosenPerson } from '../../platform/outbox/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { useDecision } from './decision.queries.ts';
import { useDecisionDepth } from './decision-depth.hook.ts';
import styles from './decision-form.module.css';
import { decisionTexts } from './decision-texts.rules.ts';
import { useDraft } from './draft.hook.ts';
import { peopleDraft, remarkDraft } from './drafts.store.ts';
import { type Deciding, finishPath } from './flow-address.rules.ts';
import { FlowFacts } from './flow-facts.component.tsx';
import { FlowFiles } from './flow-files.component.tsx';
import { FlowProblemNotice } from './flow-problem.component.tsx';
import { problemOf } from './flow-problem.rules.ts';
import { readPeople, takenPeople } from './people.rules.ts';
import { PeoplePicker } from './people-picker.component.tsx';
import { RemarkField } from './remark-field.component.tsx';
import type { FlowView } from './work.queries.ts';
import { useWorkTenant } from './work-tenant.hook.ts';

type ReadyFormProps = {
  readonly action: Deciding;
  readonly title: string;
  readonly seen: FlowView;
  readonly taskID: string;
  readonly onSend: () => void;
};

/** The service's limit of added approvers. */
const peopleMost: Partial<Record<Deciding, number>> = { 'add-approval': 20, transfer: 1 };

export function ReadyForm({ action, title, seen, taskID, onSend }: ReadyFormProps) {
  const { work } = useTexts();
  const { fid } = useWorkTenant();
  const { user } = useSignedIn();
  const remark = useDraft(remarkDraft(action, taskID));
  const chosen = useDraft(peopleDraft(action, taskID));
  const people = readPeople(chosen.text);
  const { info, files } = seen;
  const { hint, confirm, phrases } = decisionTexts(work, action);
  const most = peopleMost[action];
  const isMissing = most !== undefined && people.length === 0;
  const [toldMissing, tellMissing] = useState(false);
  const { send, isPending, error } = useSend(action, seen, taskID);
  const problem = problemOf(error);

  const press = () => {
    if (isMissing) {
      tellMissing(true);
      return;
    }
    onSend();
    send({ remark: remark.text, people }, () => {
      remark.keep('');
      chosen.keep('');
    });
  };
  return (
    <Screen
      title={title}
      bottom={
        <Button
          wide
          look={action === 'reject' ? 'danger' : 'primary'}
          loading={isPending}
          disabled={problem !== null || !remark.isReady || !chosen.isReady}
          onClick={press}
        >
          {confirm}
        </Button>
      }
    >
      {problem === null ? null : <FlowProblemNotice problem={problem} />}
      {error !== null && problem === null ? <Refusal action={action} error={error} /> : null}
      {hint === null ? null : <p className={styles.effect}>{hint}</p>}
      {most === undefined ? null : (
        <PeoplePicker
          label={action === 'transfer' ? work.transferTo : work.addApprovers}
          most={most}
          without={takenPeople(seen, user?.fid ?? fid)}
          chosen={people}
          missing={toldMissing && isMissing}
          onChange={(next: readonly ChosenPerson[]) =>
            chosen.keep(next.length === 0 ? '' : JSON.stringify(next))
          }
        />
      )}
      <RemarkField value={remark.text} phrases={phrases} onChange={remark.keep} />
      <section className={styles.subject} aria-label={work.backToFlow}>
        <FlowFacts flow={info} />
        <FlowFiles flow={info} files={files} />
      </section>
    </Screen>
  );
}

function useSend(action: Deciding, { info, files }: FlowView, taskID: string) {
  const navigate = useNavigate();
  const { depth } = useDecisionDepth();
  const { mutate, isPending, error } = useDecision();
  const sending = useRef(false);
  const send = (said: { remark: string; people: readonly ChosenPerson[] }, forget: () => void) => {
    // A second press can arrive before the disabled state is rendered.
    if (sending.current) return;
    sending.current = true;
    mutate(
      { action, subject: taskID, ...said, info, files },
      {
        onSettled: () => {
          sending.current = false;
        },
        onSuccess: (state) => {
          forget();
          const address = { flowID: info.id, taskID };
          void navigate(finishPath(action, address, state), { replace: true, state: { depth } });
        },
      },
    );
  };
  return { send, isPending, error };
}

function Refusal({ action, error }: { readonly action: Deciding; readonly error: Error }) {
  const { work } = useTexts();
  const errorOf = useErrorText();
  const isForbidden = action === 'complete' && error instanceof ApiError && error.code === 'work.not_allowed';
  return (
    <div className={styles.refusal} role="alert">
      <p>{isForbidden ? work.notCompletable : errorOf(error)}</p>
    </div>
  );
}
