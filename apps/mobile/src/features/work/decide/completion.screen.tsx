import { DecisionScreen } from './decision-screen.component.tsx';

/** /taskagree?view=completion&flowID=…&taskID=…: approves and skips the remaining stages. */
export default function CompletionScreen() {
  return <DecisionScreen action="complete" />;
}
