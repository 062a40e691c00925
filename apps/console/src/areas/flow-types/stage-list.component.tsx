import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { useTexts } from '../../i18n/index.ts';
import { Button as KitButton } from '../../kit/button.component.tsx';
import { addStage, type EditedProcess, type KnownPeople, maxStages, moveStage } from './design.rules.ts';
import styles from './designer.module.css';
import { useNamesOf } from './rule-names.hook.ts';
import { approverWords, conditionWords } from './stage-words.rules.ts';

type StageListProps = {
  readonly tid: string;
  readonly edited: EditedProcess;
  readonly people: KnownPeople;
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  readonly onChange: (edited: EditedProcess) => void;
};

/** The stages in order. They are moved by dragging, or by the keyboard from their handles. */
export function StageList({ tid, edited, people, selected, onSelect, onChange }: StageListProps) {
  const allTexts = useTexts();
  const { flowTypes: texts, workflow, processRules } = allTexts;
  const names = useNamesOf(tid, (fid) => people.get(fid)?.name || fid);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [moved] = [...keys].map(String);
      if (moved === undefined || target.dropPosition === 'on') return;
      onChange(moveStage(edited, moved, { key: String(target.key), position: target.dropPosition }));
    },
  });
  const rows = edited.stages.map((stage, index) => {
    const asked = approverWords(stage, { texts: processRules, names }).join(texts.separator);
    const condition =
      stage.when === undefined ? null : conditionWords(stage.when, { texts: allTexts, names });
    return {
      ...stage,
      id: stage.key,
      number: index + 1,
      names: asked === '' ? texts.nobodyYet : asked,
      condition,
    };
  });
  const add = () => {
    const next = addStage(edited);
    onChange(next);
    const added = next.stages.at(-1);
    if (added) onSelect(added.key);
  };
  return (
    <section className={styles.stages}>
      <h2 className={styles.heading}>{texts.stageList}</h2>
      <p className={styles.hint}>{texts.stageListHint}</p>
      <GridList
        aria-label={texts.stageList}
        className={styles.list ?? ''}
        items={rows}
        selectionMode="single"
        disallowEmptySelection
        selectionBehavior="replace"
        selectedKeys={selected === null ? [] : [selected]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys];
          if (key !== undefined) onSelect(String(key));
        }}
        dragAndDropHooks={dragAndDropHooks}
      >
        {({ id, number, names: asked, rule, condition }) => (
          <GridListItem id={id} textValue={texts.stageText(number, asked)} className={styles.stage ?? ''}>
            <Button slot="drag" className={styles.handle ?? ''}>
              ≡
            </Button>
            <div className={styles.stageFacts}>
              <strong>{texts.stage(number)}</strong>{' '}
              <span className={styles.hint}>{workflow.rules[rule]}</span>
              <div className={styles.names}>{asked}</div>
              {condition === null ? null : <div className={styles.hint}>{condition}</div>}
            </div>
          </GridListItem>
        )}
      </GridList>
      <KitButton isDisabled={edited.stages.length >= maxStages} onPress={add}>
        {texts.addStage}
      </KitButton>
    </section>
  );
}
