import { useTexts } from '../../i18n/index.ts';
import type { StageInsight } from './insight.queries.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

/** Returns a function for a waiting time, such as "1.5 days"; a dash without a value. */
export function useWaitText(): (milliseconds: number | null) => string {
  const { workflow, insight } = useTexts();
  return (milliseconds) => {
    if (milliseconds === null) return insight.none;
    if (milliseconds >= dayMs) return workflow.days(oneDecimal(milliseconds / dayMs));
    if (milliseconds >= hourMs) return workflow.hours(oneDecimal(milliseconds / hourMs));
    return workflow.minutes(Math.round(milliseconds / minuteMs));
  };
}

/** Returns a function for the name of a stage. */
export function useStageName(): (stage: StageInsight) => string {
  const { insight } = useTexts();
  return ({ stage }) => (stage === null ? insight.fileProcessing : insight.stage(stage + 1));
}
