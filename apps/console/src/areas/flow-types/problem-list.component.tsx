import { useTexts } from '../../i18n/index.ts';
import { Notice } from '../../kit/notice.component.tsx';
import type { DesignProblem, KnownPeople } from './design.rules.ts';

type ProblemListProps = { readonly problems: readonly DesignProblem[]; readonly people: KnownPeople };

/** What prevents the publication of the process as it is edited. Changes are announced politely. */
export function ProblemList({ problems, people }: ProblemListProps) {
  const { flowTypes: texts, workflow, conditions, escalation } = useTexts();
  const textOf = (problem: DesignProblem): string => {
    if (problem.kind === 'inactive') {
      const name = people.get(problem.fid)?.name || problem.fid;
      return texts.problem.inactive(name, workflow.inactive[problem.reason]);
    }
    if (problem.kind === 'allConditional') return conditions.problem.allConditional;
    if (problem.kind === 'noPeople' || problem.kind === 'noTimeLimit')
      return escalation.problem[problem.kind];
    if (problem.kind === 'incompleteCondition') return conditions.problem.incompleteCondition(problem.stage);
    if (problem.kind === 'emptyStage' || problem.kind === 'nobodyDecides') {
      return texts.problem[problem.kind](problem.stage);
    }
    return texts.problem[problem.kind];
  };
  return (
    <div aria-live="polite">
      {problems.length === 0 ? (
        <Notice kind="info">{texts.noProblems}</Notice>
      ) : (
        <Notice kind="warning">
          <p>{texts.problems}</p>
          <ul>
            {problems.map((problem) => (
              <li key={JSON.stringify(problem)}>{textOf(problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
