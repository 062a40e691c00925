import type { Flow, FlowFile } from '@sealflow/contract';
import { ChevronRightIcon, DocumentsIcon } from '@sealflow/ui/icons.component.tsx';
import itemText from '@sealflow/ui/lists/item-text.module.css';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { useShortcut } from '../../../shell/shortcuts/shortcuts.store.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { formatFileSize } from './detail-facts.rules.ts';
import styles from './flow-files.module.css';

type FlowFilesProps = { readonly flow: Pick<Flow, 'id' | 'title'>; readonly files: readonly FlowFile[] };

export function FlowFiles({ flow, files }: FlowFilesProps) {
  const { work } = useTexts();
  const language = useLanguage();
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
          <button
            type="button"
            className={styles.file}
            {...(file === first ? firstShortcut : {})}
            onClick={() => open(file)}
          >
            <span className={styles.icon}>
              <DocumentsIcon />
            </span>
            <span className={itemText.words}>
              <span>{file.name}</span>
              <span className={itemText.detail}>
                {formatFileSize(file.size, language)}
                {file.encrypted ? ` · ${work.sealed}` : null}
              </span>
            </span>
            <ChevronRightIcon size={18} />
          </button>
        </li>
      ))}
    </ul>
  );
}
