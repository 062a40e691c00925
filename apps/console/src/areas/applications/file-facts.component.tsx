import type { FlowFile } from '@sealflow/contract';
import { useTexts } from '../../i18n/index.ts';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';

const unitBytes = 1024;

/** The facts of the files of an application. Their contents are for the people who decide. */
export function FileFacts({ files }: { readonly files: readonly FlowFile[] }) {
  const { applications: texts } = useTexts();
  if (files.length === 0) return <p>{texts.noFiles}</p>;
  return files.map((file) => (
    <Section key={file.fileID} title={file.name}>
      <Facts
        facts={[
          [
            texts.state,
            <Tag key="encrypted" tone={file.encrypted ? 'good' : 'neutral'}>
              {file.encrypted ? texts.encrypted : texts.plain}
            </Tag>,
          ],
          [texts.fileSize, sizeText(file.size)],
          [texts.fileType, file.mimeType],
          [texts.sha256, file.sha256],
        ]}
      />
    </Section>
  ));
}

function sizeText(bytes: number): string {
  if (bytes < unitBytes) return `${bytes} B`;
  const kibibytes = bytes / unitBytes;
  return kibibytes < unitBytes ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / unitBytes).toFixed(1)} MiB`;
}
