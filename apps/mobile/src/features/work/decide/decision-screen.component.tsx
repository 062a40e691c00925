import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useSearchParams } from 'react-router';
import { useTexts } from '../../../i18n/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { type DecisionAction, parseFlowAddress } from '../flow/flow-address.rules.ts';
import { DecisionForm } from './decision-form.component.tsx';
import { decisionTexts } from './decision-texts.rules.ts';

/** The decision form for the application in the address; an error state without one. */
export function DecisionScreen({ action }: { readonly action: DecisionAction }) {
  const { work } = useTexts();
  const [query] = useSearchParams();
  const address = parseFlowAddress(query);
  if (address !== null)
    return <DecisionForm key={`${action}:${address.flowID}`} action={action} address={address} />;
  return (
    <Screen title={decisionTexts(work, action).title}>
      <EmptyState title={work.notFound} />
    </Screen>
  );
}
