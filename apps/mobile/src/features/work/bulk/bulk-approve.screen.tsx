import { BulkForm } from './bulk-form.component.tsx';

/** /taskagree?view=bulk: approves the selected tasks. */
export default function BulkApproveScreen() {
  return <BulkForm action="approve" />;
}
