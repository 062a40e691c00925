import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { ApiError, useErrorText } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { type ChosenPerson, undoMs } from '../../../platform/outbox/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { FlowFacts } from '../facts/flow-facts.component.tsx';
import { FlowFiles } from '../facts/flow-files.component.tsx';
import { type DecisionAction, resultPath } from '../flow-address.rules.ts';
import { markDecided } from '../queue/decided.store.ts';
import { useOpenNext, useTaskQueue } from '../queue/task-queue.hook.ts';
import { FlowChanges } from '../returns/changes.component.tsx';
import { parseStage, ReturnTarget } from '../returns/return-target.component.tsx';
import { useTextDraft } from '../text-draft.hook.ts';
import { peopleDraftName, remarkDraftName, stageDraftName } from '../text-drafts.store.ts';
import type { FlowView } from '../work.queries.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { useDecision } from './decision.queries.ts';
import { useDecisionDepth } from './decision-depth.hook.ts';
import styles from './decision-form.module.css';
import { decisionTexts } from './decision-texts.rules.ts';
import { FlowProblemNotice } from './flow-problem.component.tsx';
import { problemOf } from './flow-problem.rules.ts';
import { useFormShortcuts } from './form-shortcuts.hook.ts';
import { ineligiblePeople, parsePeople } from './people.rules.ts';
import { PeoplePicker } from './people-picker.component.tsx';
import { RemarkField } from './remark-field.component.tsx';

type ReadyFormProps = {
  readonly action: DecisionAction;
  readonly title: string;
  readonly seen: FlowView;
  readonly taskID: string;
  readonly onSend: () => void;
};

/** The service's limit of added approvers. */
const maxPeopleByAction: Partial<Record<DecisionAction, number>> = { 'add-approval': 20, transfer: 1 };

export function ReadyForm({ action, title, seen, taskID, onSend }: ReadyFormProps) {
  const texts = useTexts();
  const { work, returns } = texts;
  const { fid } = useWorkTenant();
  const { user } = useSignedIn();
  const remark = useTextDraft(remarkDraftName(action, taskID));
  const peopleTextDraft = useTextDraft(peopleDraftName(action, taskID));
  const people = parsePeople(peopleTextDraft.text);
  const stageTextDraft = useTextDraft(stageDraftName(taskID));
  const { info, files } = seen;
  const { hint, confirm, phrases } = decisionTexts(texts, action);
  const maxPeople = maxPeopleByAction[action];
  const isReturn = action === 'return';
  const stage = isReturn ? parseStage(stageTextDraft.text, info) : null;
  const isReasonMissing = isReturn && remark.text.trim() === '';
  const isMissing = isReasonMissing || (maxPeople !== undefined && people.length === 0);
  const [showMissing, setShowMissing] = useState(false);
  const { send, isPending, error } = useSend(action, seen, taskID);
  const problem = problemOf(error);
  const { isDirect, openFlow } = useDecisionDepth();

  const submit = () => {
    if (isMissing) {
      setShowMissing(true);
      return;
    }
    onSend();
    send({ remark: remark.text, people, stage }, () => {
      remark.setText('');
      peopleTextDraft.setText('');
      stageTextDraft.setText('');
    });
  };
  const isReady = [remark, peopleTextDraft, stageTextDraft].every((draft) => draft.isReady);
  const { remarkField, confirmProps } = useFormShortcuts({
    action,
    label: confirm,
    isReady,
    submit: problem === null ? submit : null,
  });
  const subject = (
    <section className={styles.subject} aria-label={work.backToFlow}>
      <FlowFacts flow={info} />
      <FlowChanges flow={info} />
      <FlowFiles flow={info} files={files} />
      {isDirect ? (
        <div className={styles.more}>
          <Button wide onClick={openFlow}>
            {work.wholeFlow}
          </Button>
        </div>
      ) : null}
    </section>
  );
  return (
    <Screen
      title={title}
      bottom={
        <Button
          wide
          variant={action === 'reject' ? 'danger' : 'primary'}
          loading={isPending}
          disabled={problem !== null || !isReady}
          {...confirmProps}
          onClick={submit}
        >
          {confirm}
        </Button>
      }
    >
      {problem === null ? null : <FlowProblemNotice problem={problem} />}
      {error !== null && problem === null ? <Refusal action={action} error={error} /> : null}
      {hint === null ? null : <p className={styles.effect}>{hint}</p>}
      {/* The person comes from a notification and has not seen the application yet. */}
      {isDirect ? subject : null}
      {maxPeople === undefined ? null : (
        <PeoplePicker
          label={action === 'transfer' ? work.transferTo : work.addApprovers}
          maxPeople={maxPeople}
          excluded={ineligiblePeople(seen, user?.fid ?? fid)}
          peopleTextDraft={people}
          isMissing={showMissing && isMissing}
          onChange={(next: readonly ChosenPerson[]) =>
            peopleTextDraft.setText(next.length === 0 ? '' : JSON.stringify(next))
          }
        />
      )}
      {isReturn ? (
        <ReturnTarget
          flow={info}
          value={stage}
          onChange={(next) => stageTextDraft.setText(next === null ? '' : String(next))}
        />
      ) : null}
      <RemarkField
        value={remark.text}
        phrases={phrases}
        {...(isReturn
          ? {
              required: {
                label: returns.reason,
                placeholder: returns.reasonPlaceholder,
                isMissing: showMissing && isReasonMissing,
              },
            }
          : {})}
        onChange={remark.setText}
        fieldRef={remarkField}
      />
      {isDirect ? null : subject}
    </Screen>
  );
}

function useSend(action: DecisionAction, { info, files }: FlowView, taskID: string) {
  const navigate = useNavigate();
  const { passedState } = useDecisionDepth();
  const { clock } = usePlatform();
  const { isOn } = useTaskQueue();
  const openNext = useOpenNext();
  const { mutateAsync, isPending, error } = useDecision();
  const isSending = useRef(false);
  /** Opens the next task of the queue, otherwise the result of this one. */
  const leave = async (stored: Promise<'sent' | 'waiting' | null>) => {
    const isStored = stored.then((state) => state !== null);
    if (isOn && (await openNext(taskID, isStored))) return;
    const state = await stored;
    if (state === null) return;
    const address = { flowID: info.id, taskID };
    navigate(resultPath(action, address, state), { replace: true, state: passedState });
  };
  const send = (
    input: { remark: string; people: readonly ChosenPerson[]; stage: number | null },
    clearDrafts: () => void,
  ) => {
    // A second press can arrive before the disabled state is rendered.
    if (isSending.current) return;
    isSending.current = true;
    const request = {
      action,
      subject: taskID,
      ...input,
      ...(isOn ? { notBefore: clock.now() + undoMs } : {}),
      info,
      files,
    };
    const stored = mutateAsync(request).then(
      (state) => {
        clearDrafts();
        markDecided(taskID);
        return state;
      },
      () => {
        isSending.current = false;
        return null;
      },
    );
    void leave(stored);
  };
  return { send, isPending, error };
}

function Refusal({ action, error }: { readonly action: DecisionAction; readonly error: Error }) {
  const { work } = useTexts();
  const errorOf = useErrorText();
  const isForbidden = action === 'complete' && error instanceof ApiError && error.code === 'work.not_allowed';
  return (
    <div className={styles.refusal} role="alert">
      <p>{isForbidden ? work.notCompletable : errorOf(error)}</p>
    </div>
  );
}
