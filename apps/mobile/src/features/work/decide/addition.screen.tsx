import { DecisionScreen } from './decision-screen.component.tsx';

/** /flowinfo?view=addition&flowID=…&taskID=…: adds approvers before this stage. */
export default function AdditionScreen() {
  return <DecisionScreen action="add-approval" />;
}
