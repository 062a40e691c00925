import { DecisionScreen } from './decision-screen.component.tsx';

/** /flowinfo?view=addition&flowID=…&taskID=…: letting others approve first. */
export default function AdditionScreen() {
  return <DecisionScreen action="add-approval" />;
}
