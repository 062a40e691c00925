import { asksByRule } from '@sealflow/domain/workflow';
import { useTexts } from '../../i18n/index.ts';
import { FieldHint } from '../../kit/fields.component.tsx';
import type { Designer } from './designer.hook.ts';
import { PeopleList } from './people-list.component.tsx';

/** Who decides where the rules of a stage find nobody. Shown if a stage has rules. */
export function FallbackEditor({ tid, designer }: { readonly tid: string; readonly designer: Designer }) {
  const { processRules: rules } = useTexts();
  const { edited, people, change, remember } = designer;
  const { fallback = [] } = edited;
  if (fallback.length === 0 && !edited.stages.some((stage) => asksByRule(stage) || stage.when !== undefined))
    return null;
  return (
    <div>
      <PeopleList
        tid={tid}
        label={rules.fallback}
        addLabel={rules.addFallback}
        fids={fallback}
        people={people}
        remember={remember}
        onChange={(fids) => change({ ...edited, fallback: [...fids] })}
      />
      <FieldHint hint={rules.fallbackHint} />
    </div>
  );
}
