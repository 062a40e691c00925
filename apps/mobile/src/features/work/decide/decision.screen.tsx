import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { useQueryParams } from '../../../shell/navigation/query-params.hook.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { type DecisionAction, parseFlowAddress } from '../flow-address.rules.ts';
import { DecisionForm } from './decision-form.component.tsx';
import { decisionTexts } from './decision-texts.rules.ts';

/** The decision form for the application in the address; an error state without one. */
function DecisionScreen({ action }: { readonly action: DecisionAction }) {
  const texts = useTexts();
  const query = useQueryParams();
  const address = parseFlowAddress(query);
  if (address !== null)
    return <DecisionForm key={`${action}:${address.flowID}`} action={action} address={address} />;
  return (
    <Screen title={decisionTexts(texts, action).title}>
      <EmptyState title={texts.work.notFound} />
    </Screen>
  );
}

/** /taskagree?flowID=…&taskID=…: approves a task. */
export function ApproveScreen() {
  return <DecisionScreen action="approve" />;
}

/** /taskrefuse?flowID=…&taskID=…: rejects a task. */
export function RejectScreen() {
  return <DecisionScreen action="reject" />;
}

/** /taskagree?view=completion&flowID=…&taskID=…: approves and skips the remaining stages. */
export function CompletionScreen() {
  return <DecisionScreen action="complete" />;
}

/** /flowinfo?view=transfer&flowID=…&taskID=…: transfers a task to another person. */
export function TransferScreen() {
  return <DecisionScreen action="transfer" />;
}

/** /flowinfo?view=return&flowID=…&taskID=…: returns an application to its applicant or to an earlier stage. */
export function ReturnScreen() {
  return <DecisionScreen action="return" />;
}

/** /flowinfo?view=addition&flowID=…&taskID=…: adds approvers before this stage. */
export function AdditionScreen() {
  return <DecisionScreen action="add-approval" />;
}
