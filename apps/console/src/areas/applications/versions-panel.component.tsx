import type { FlowVersion } from '@sealflow/contract';
import { useTexts } from '../../i18n/index.ts';
import { Facts, Section } from '../../kit/page.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { FileFacts } from './file-facts.component.tsx';

/** Every submitted content of an application, the current one first. */
export function VersionsPanel({ versions }: { readonly versions: readonly FlowVersion[] }) {
  const { applications: texts, common } = useTexts();
  const timeText = useTimeText();
  return versions.toReversed().map(({ version, submitAt, note, title, description, files }) => (
    <Section key={version} title={texts.version(version)}>
      <Facts
        facts={[
          [texts.submittedAt, timeText(submitAt)],
          [texts.applicationTitle, title],
          [texts.description, description || common.none],
          ...(note ? [[texts.applicantNote, note] as const] : []),
        ]}
      />
      <FileFacts files={files} />
    </Section>
  ));
}
