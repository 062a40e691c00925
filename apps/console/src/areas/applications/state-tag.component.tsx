import { type FlowState, isTerminal } from '@sealflow/domain/workflow';
import { useTexts } from '../../i18n/index.ts';
import { Tag } from '../../kit/page.component.tsx';

const toneOf = { finished: 'good', rejected: 'bad', canceled: 'neutral', terminated: 'bad' } as const;

/** The state of an application. */
export function StateTag({ state }: { readonly state: FlowState }) {
  const { workflow } = useTexts();
  const tone = isTerminal(state) ? toneOf[state] : state === 'not_processed' ? 'warning' : 'neutral';
  return <Tag tone={tone}>{workflow.states[state]}</Tag>;
}
