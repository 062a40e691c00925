import { BulkForm } from './bulk-form.component.tsx';

/** /taskagree?view=bulk: approving what was selected in the list. */
export default function BulkApproveScreen() {
  return <BulkForm action="approve" />;
}
