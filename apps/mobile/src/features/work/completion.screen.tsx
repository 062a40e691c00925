import { DecisionScreen } from './decision-screen.component.tsx';

/** /taskagree?view=completion&flowID=…&taskID=…: approving directly, without the stages that remain. */
export default function CompletionScreen() {
  return <DecisionScreen action="complete" />;
}
