import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { TextInput } from '../../kit/fields.component.tsx';
import { AfterApproval } from './after-approval.component.tsx';
import type { DesignProblem } from './design.rules.ts';
import { changeStage, moveStage, removeStage } from './design.rules.ts';
import type { Designer } from './designer.hook.ts';
import styles from './designer.module.css';
import { FallbackEditor } from './fallback-editor.component.tsx';
import { ProblemList } from './problem-list.component.tsx';
import { StageEditor } from './stage-editor.component.tsx';
import { StageList } from './stage-list.component.tsx';

type ProcessFormProps = {
  readonly tid: string;
  readonly designer: Designer;
  readonly problems: readonly DesignProblem[];
};

const maxNameLength = 100;

/** The form of a process: its stages in order, the chosen stage beside them, and what follows the approval. */
export function ProcessForm({ tid, designer, problems }: ProcessFormProps) {
  const { flowTypes: texts } = useTexts();
  const { edited, people, change, remember } = designer;
  const [key, setKey] = useState<string | null>(null);
  const index = Math.max(
    0,
    edited.stages.findIndex((stage) => stage.key === key),
  );
  const stage = edited.stages[index];
  const neighbour = (offset: number) => edited.stages[index + offset]?.key;
  const moveBy = (offset: -1 | 1) => {
    const target = neighbour(offset);
    if (stage === undefined || target === undefined) return;
    change(moveStage(edited, stage.key, { key: target, position: offset < 0 ? 'before' : 'after' }));
  };
  return (
    <div className={styles.form}>
      <ProblemList problems={problems} people={people} />
      <TextInput
        label={texts.displayName}
        isRequired
        maxLength={maxNameLength}
        value={edited.name}
        onChange={(name) => change({ ...edited, name })}
      />
      <div className={styles.columns}>
        <StageList
          tid={tid}
          edited={edited}
          people={people}
          selected={stage?.key ?? null}
          onSelect={setKey}
          onChange={change}
        />
        {stage === undefined ? null : (
          <StageEditor
            key={stage.key}
            tid={tid}
            number={index + 1}
            stage={stage}
            people={people}
            remember={remember}
            onChange={(next) => change(changeStage(edited, stage.key, next))}
            onRemove={() => change(removeStage(edited, stage.key))}
            {...(neighbour(-1) === undefined ? {} : { onMoveUp: () => moveBy(-1) })}
            {...(neighbour(1) === undefined ? {} : { onMoveDown: () => moveBy(1) })}
          />
        )}
      </div>
      <FallbackEditor tid={tid} designer={designer} />
      <AfterApproval tid={tid} designer={designer} />
    </div>
  );
}
