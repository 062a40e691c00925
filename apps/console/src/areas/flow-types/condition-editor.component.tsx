import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { predicateWords } from '../../kit/condition-words.util.ts';
import { SelectInput } from '../../kit/select-input.component.tsx';
import type { EditedStage } from './design.rules.ts';
import styles from './designer.module.css';
import { PredicateFields } from './predicate-fields.component.tsx';
import { keysOf, newPredicate, predicateFacts } from './predicates.rules.ts';
import { useNamesOf } from './rule-names.hook.ts';
import { toNamed } from './stage-words.rules.ts';

type Condition = NonNullable<EditedStage['when']>;

type ConditionEditorProps = {
  readonly tid: string;
  /** Undefined if the stage always applies. */
  readonly when: Condition | undefined;
  readonly onChange: (when: Condition | undefined) => void;
};

const matches = ['always', 'all_of', 'any_of'] as const;

/** The conditions under which a stage applies. */
export function ConditionEditor({ tid, when, onChange }: ConditionEditorProps) {
  const texts = useTexts();
  const { conditions } = texts;
  const names = useNamesOf(tid, (fid) => fid);
  const keys = keysOf(when?.of ?? []);
  const setMatch = (match: (typeof matches)[number]) =>
    onChange(match === 'always' ? undefined : { match, of: when?.of ?? [] });
  return (
    <fieldset className={styles.rules}>
      <legend className={styles.label}>{conditions.heading}</legend>
      <p className={styles.hint}>{conditions.hint}</p>
      <SelectInput
        label={conditions.match}
        value={when?.match ?? 'always'}
        options={matches.map((id) => ({ id, label: conditions.matches[id] }))}
        onChange={setMatch}
      />
      {when === undefined ? null : (
        <>
          {when.of.map((predicate, index) => (
            <div key={keys[index]} className={styles.predicate}>
              <PredicateFields
                tid={tid}
                predicate={predicate}
                onChange={(next) =>
                  onChange({ ...when, of: when.of.map((one, at) => (at === index ? next : one)) })
                }
              />
              <div>
                <Button
                  kind="quiet"
                  aria-label={conditions.removeOne(predicateWords(toNamed(predicate, names), texts))}
                  onPress={() => onChange({ ...when, of: when.of.filter((_, at) => at !== index) })}
                >
                  {conditions.remove}
                </Button>
              </div>
            </div>
          ))}
          <SelectInput<(typeof predicateFacts)[number]>
            key={when.of.length}
            label={conditions.add}
            value={null}
            isDisabled={when.of.length >= maxPredicates}
            options={predicateFacts.map((id) => ({ id, label: conditions.facts[id] }))}
            onChange={(fact) => onChange({ ...when, of: [...when.of, newPredicate(fact)] })}
          />
        </>
      )}
    </fieldset>
  );
}

const maxPredicates = 10;
