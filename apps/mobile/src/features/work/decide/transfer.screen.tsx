import { DecisionScreen } from './decision-screen.component.tsx';

/** /flowinfo?view=transfer&flowID=…&taskID=…: transfers a task to another person. */
export default function TransferScreen() {
  return <DecisionScreen action="transfer" />;
}
