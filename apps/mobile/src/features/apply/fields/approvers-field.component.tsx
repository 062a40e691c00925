import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../i18n/index.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import styles from '../apply.module.css';
import {
  type ApproverStage,
  useApplicationTypes,
  useApproverSearch,
  useApproverStages,
} from '../apply.queries.ts';
import type { ApplicationDraft, ChosenApprover, DraftPerson } from '../draft.types.ts';
import { FieldError } from './text-area.component.tsx';

type ApproversFieldProps = {
  readonly draft: ApplicationDraft;
  readonly error: string | undefined;
  readonly onChange: (approvers: readonly ChosenApprover[]) => void;
};

const noApprovers: readonly ChosenApprover[] = [];

/** Chooses the approvers of the stages that leave the choice to the applicant. */
export function ApproversField({ draft, error, onChange }: ApproversFieldProps) {
  const { type, approvers = noApprovers } = draft;
  const { apply } = useTexts();
  const errorId = useId();
  const stages = useApproverStages(type);
  const { refetch } = useApplicationTypes();
  // The type got a choice after the form was loaded.
  const isOutdated = error !== undefined && stages.length === 0;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  if (stages.length === 0 && error === undefined) return null;
  const choose = (stage: number, person: DraftPerson | null) =>
    onChange([
      ...approvers.filter((one) => one.stage !== stage),
      ...(person === null ? [] : [{ stage, person }]),
    ]);
  return (
    <div data-field="approvers" className={styles.block}>
      {stages.map((stage) => {
        const label = apply.approverOf(stage.stage);
        return (
          <div key={stage.stage} className={styles.stack}>
            <span className={styles.label}>{stage.isRequired ? label : apply.optional(label)}</span>
            <ApproverChoice
              type={type}
              stage={stage}
              chosen={approvers.find((one) => one.stage === stage.stage)?.person ?? null}
              errorId={error === undefined ? undefined : errorId}
              onChange={(person) => choose(stage.stage, person)}
            />
          </div>
        );
      })}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

type ApproverChoiceProps = {
  readonly type: ApplicationDraft['type'];
  readonly stage: ApproverStage;
  readonly chosen: DraftPerson | null;
  readonly errorId: string | undefined;
  readonly onChange: (person: DraftPerson | null) => void;
};

/** A button with the person chosen, and the sheet that searches colleagues. */
function ApproverChoice({ type, stage, chosen, errorId, onChange }: ApproverChoiceProps) {
  const { apply, common } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const label = apply.approverOf(stage.stage);
  const limits = [stage.role, stage.organisation].filter((limit) => limit !== null);
  return (
    <>
      <Button
        wide
        aria-label={chosen === null ? apply.chooseApprover(label) : apply.changeApprover(label, chosen.name)}
        aria-describedby={errorId}
        onClick={() => setOpen(true)}
      >
        {chosen === null ? apply.chooseApprover(label) : chosen.name}
      </Button>
      {limits.length === 0 ? null : <p className={styles.hint}>{apply.approverLimit(limits)}</p>}
      {createPortal(
        <Sheet
          open={isOpen}
          title={label}
          closeLabel={common.close}
          onDismiss={() => setOpen(false)}
          {...(chosen === null || stage.isRequired
            ? {}
            : {
                actions: (
                  <Button
                    wide
                    onClick={() => {
                      onChange(null);
                      setOpen(false);
                    }}
                  >
                    {apply.removePerson(chosen.name)}
                  </Button>
                ),
              })}
        >
          <ApproverSearch
            type={type}
            stage={stage}
            onChoose={(person) => {
              onChange(person);
              setOpen(false);
            }}
          />
        </Sheet>,
        // The sheet's search is a form, and forms must not be nested.
        document.body,
      )}
    </>
  );
}

function ApproverSearch({
  type,
  stage,
  onChoose,
}: Pick<ApproverChoiceProps, 'type' | 'stage'> & { readonly onChoose: (person: DraftPerson) => void }) {
  const { apply, common } = useTexts();
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const isEnabled = keyword !== '' || stage.role !== null || stage.organisation !== null;
  const search = useApproverSearch({ type, stage: stage.stage, keyword, isEnabled });
  const { data, error, isPending, isFetching, refetch } = search;
  const people = data?.data ?? [];
  return (
    <>
      <SearchField
        label={apply.searchPeople}
        value={text}
        onChange={(value) => setText(value.slice(0, maxKeywordLength))}
        clearLabel={common.clear}
      />
      {isEnabled ? (
        <ListState
          pending={isPending}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
          count={people.length}
          empty={<EmptyState title={apply.nobodyFound} />}
        >
          <List aria-label={apply.approverOf(stage.stage)}>
            {people.map(({ fid, name, org }) => (
              <ListRow key={fid} title={name} detail={org?.name} onPress={() => onChoose({ fid, name })} />
            ))}
          </List>
          {data !== undefined && data.total > people.length ? (
            <p className={styles.hint}>{apply.morePeople}</p>
          ) : null}
        </ListState>
      ) : (
        <p className={styles.hint}>{apply.approverSearchHint}</p>
      )}
    </>
  );
}

const maxKeywordLength = 100;
