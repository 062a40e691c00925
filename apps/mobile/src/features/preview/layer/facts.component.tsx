import type { Format } from '@sealflow/viewers/format/format.rules.ts';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import styles from '../preview.module.css';
import type { PreviewDocument } from './preview.hook.ts';

type FactsProps = { readonly document: PreviewDocument; readonly format: Format };

const formatName = (format: Format): string => {
  if ('name' in format) return format.name;
  return format.viewer === 'image'
    ? format.mimeType.replace(/^image\/(?:x-)?|\+xml$/g, '').toUpperCase()
    : format.viewer.toUpperCase();
};

/** The properties of a document as a list. */
export function Facts({ document, format }: FactsProps) {
  const { preview } = useTexts();
  const language = useLanguage();
  const { name, record, tenant, leaseEnd } = document;
  const rows: readonly (readonly [string, string | null])[] = [
    [preview.fact.name, name],
    [preview.fact.format, formatName(format) || preview.unknown],
    [preview.fact.size, sizeText(document.content.size)],
    [preview.fact.protection, tenant ? preview.sealed : preview.plain],
    [preview.fact.tenant, tenant?.name ?? record?.tname ?? null],
    [preview.fact.flow, record?.flowName ?? null],
    [preview.fact.leaseEnd, leaseEnd === null ? null : fullTime(leaseEnd, language)],
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(([title, value]) =>
        value === null || value === '' ? null : (
          <div key={title} style={{ display: 'contents' }}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
