import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { ApproverRulesEditor } from './approver-rules-editor.component.tsx';
import { ConditionEditor } from './condition-editor.component.tsx';
import type { EditedStage, KnownPeople, StageChange } from './design.rules.ts';
import styles from './designer.module.css';
import { PeopleList } from './people-list.component.tsx';

type StageEditorProps = {
  readonly tid: string;
  readonly number: number;
  readonly stage: EditedStage;
  readonly people: KnownPeople;
  readonly remember: (people: readonly { fid: string; name: string }[]) => void;
  readonly onChange: (change: StageChange) => void;
  readonly onRemove: () => void;
  /** Missing for the first stage. */
  readonly onMoveUp?: () => void;
  /** Missing for the last stage. */
  readonly onMoveDown?: () => void;
};

/** The rule and the approvers of one stage. */
export function StageEditor(props: StageEditorProps) {
  const { tid, number, stage, people, remember, onChange, onMoveUp, onMoveDown, onRemove } = props;
  const { flowTypes: texts, workflow } = useTexts();
  return (
    <section className={styles.editor} aria-label={texts.stage(number)}>
      <h2 className={styles.heading}>{texts.stage(number)}</h2>
      <SelectInput
        label={texts.rule}
        value={stage.rule}
        onChange={(rule) => onChange({ rule })}
        options={(['any_of', 'all_of'] as const).map((id) => ({ id, label: workflow.rules[id] }))}
      />
      <PeopleList
        tid={tid}
        label={texts.approvers}
        addLabel={texts.addApprover}
        fids={stage.approvers}
        people={people}
        remember={remember}
        onChange={(approvers) => onChange({ approvers: [...approvers] })}
        hasRoles
      />
      <ApproverRulesEditor tid={tid} stage={stage} onChange={onChange} />
      <ConditionEditor tid={tid} when={stage.when} onChange={(when) => onChange({ when })} />
      <div className={styles.acts}>
        <Button isDisabled={onMoveUp === undefined} onPress={() => onMoveUp?.()}>
          {texts.moveUp}
        </Button>
        <Button isDisabled={onMoveDown === undefined} onPress={() => onMoveDown?.()}>
          {texts.moveDown}
        </Button>
        <Button kind="quiet" onPress={onRemove}>
          {texts.removeStage}
        </Button>
      </div>
    </section>
  );
}
