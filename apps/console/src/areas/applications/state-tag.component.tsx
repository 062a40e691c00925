import type { Flow } from '@sealflow/contract';
import { isTerminal } from '@sealflow/domain/workflow';
import { useTexts } from '../../i18n/index.ts';
import { Tag } from '../../kit/page.component.tsx';

const toneOf = { finished: 'good', rejected: 'bad', canceled: 'neutral', terminated: 'bad' } as const;

/** The state of an application. */
export function StateTag({ flow: { state, returned } }: { readonly flow: Pick<Flow, 'state' | 'returned'> }) {
  const { workflow, applications: texts } = useTexts();
  if (returned) return <Tag tone="warning">{texts.returned}</Tag>;
  const tone = isTerminal(state) ? toneOf[state] : state === 'not_processed' ? 'warning' : 'neutral';
  return <Tag tone={tone}>{workflow.states[state]}</Tag>;
}
