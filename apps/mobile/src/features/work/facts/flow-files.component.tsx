import type { Flow, FlowFile } from '@sealflow/contract';
import { useTexts } from '../../../i18n/index.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { useShortcut } from '../../../shell/shortcuts/shortcuts.store.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { FlowFileRow } from './flow-file-row.component.tsx';
import styles from './flow-files.module.css';

type FlowFilesProps = { readonly flow: Pick<Flow, 'id' | 'title'>; readonly files: readonly FlowFile[] };

export function FlowFiles({ flow, files }: FlowFilesProps) {
  const { work } = useTexts();
  const { tid, tname } = useWorkTenant();
  const { openFlowFile } = usePreviewLayer();
  const open = ({ uri, name }: FlowFile) =>
    openFlowFile({ tid, tname, flowID: flow.id, flowName: flow.title, uri, name });
  const [first] = files;
  useShortcut('document', first === undefined ? null : () => open(first));
  const firstShortcut = useShortcutProps('document', first?.name ?? '');
  if (files.length === 0) return <p className={styles.none}>{work.noFiles}</p>;
  return (
    <ul>
      {files.map((file) => (
        <li key={file.fileID}>
          <FlowFileRow file={file} onClick={() => open(file)} {...(file === first ? firstShortcut : {})} />
        </li>
      ))}
    </ul>
  );
}
