import { DecisionScreen } from './decision-screen.component.tsx';

/** /flowinfo?view=transfer&flowID=…&taskID=…: handing a task over. */
export default function TransferScreen() {
  return <DecisionScreen action="transfer" />;
}
