import { type ImportField, importFields } from '@sealflow/domain/import-columns';
import { useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../kit/button.component.tsx';
import { Choices } from '../../../kit/choices.component.tsx';
import { Switch } from '../../../kit/fields.component.tsx';
import { Notice } from '../../../kit/notice.component.tsx';
import { Section } from '../../../kit/page.component.tsx';
import { useErrorText } from '../../../platform/api.hook.ts';
import { useRoles } from '../../../platform/directory.queries.ts';
import styles from './import.module.css';
import { faultOfMapping, guessMapping, rowsOf } from './import-rows.rules.ts';
import { useImportActs } from './imports.queries.ts';
import type { TableFile } from './read-table.util.ts';

type ColumnMappingProps = {
  readonly tid: string;
  readonly file: TableFile;
  readonly onUploaded: (importID: string) => void;
  readonly onBack: () => void;
};

const shownRows = 5;

/** Assigns columns of the file to fields, shows the first rows, and uploads them for the check. */
export function ColumnMapping({ tid, file, onUploaded, onBack }: ColumnMappingProps) {
  const { imports: texts, common } = useTexts();
  const errorText = useErrorText();
  const acts = useImportActs(tid);
  const roles = useRoles(tid);
  const [mapping, setMapping] = useState(() => guessMapping(file.headings));
  const [createDepartments, setCreateDepartments] = useState(false);
  const [defaultRoles, setDefaultRoles] = useState<string[]>(['users']);
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const rows = useMemo(() => rowsOf(file.rows, mapping), [file, mapping]);
  const fault = faultOfMapping(mapping);
  // Two columns can have the same heading.
  const columns = file.headings.map((heading, column) => ({ id: `${column}:${heading}`, heading, column }));
  const upload = async () => {
    setError(null);
    setSent(0);
    try {
      const options = { createDepartments, roles: defaultRoles };
      onUploaded(await acts.upload({ name: file.name, rows, options, onProgress: setSent }));
    } catch (failure) {
      setError(failure);
      setSent(null);
    }
  };
  return (
    <Section title={texts.mapTitle(file.name, rows.length)}>
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.column}</th>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.preview}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ id, heading, column }) => (
              <tr key={id}>
                <th scope="row">{heading}</th>
                <td>
                  <select
                    className={styles.select}
                    aria-label={`${texts.field}: ${heading}`}
                    value={mapping[column] ?? ''}
                    onChange={(event) =>
                      setMapping(
                        mapping.map((field, index) =>
                          index === column ? ((event.target.value || null) as ImportField | null) : field,
                        ),
                      )
                    }
                  >
                    <option value="">{texts.ignore}</option>
                    {importFields.map((field) => (
                      <option key={field} value={field}>
                        {texts.fields[field]}
                      </option>
                    ))}
                  </select>
                </td>
                <td className={styles.sample}>
                  {file.rows
                    .slice(0, shownRows)
                    .map((cells) => cells[column]?.trim() ?? '')
                    .filter((cell) => cell !== '')
                    .join(' · ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Switch isSelected={createDepartments} onChange={setCreateDepartments}>
        {texts.createDepartments}
      </Switch>
      <Choices
        label={texts.defaultRoles}
        choices={(roles.data ?? []).map(({ roleID, name }) => ({ id: roleID, label: name }))}
        value={defaultRoles}
        onChange={setDefaultRoles}
      />
      {fault === null ? null : <Notice kind="warning">{texts[fault]}</Notice>}
      {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      <div className={styles.acts}>
        <Button onPress={onBack}>{common.back}</Button>
        <Button
          kind="primary"
          isDisabled={fault !== null || rows.length === 0}
          isPending={sent !== null}
          onPress={() => void upload()}
        >
          {texts.check}
        </Button>
        {sent === null ? null : <output>{texts.uploading(sent, rows.length)}</output>}
      </div>
    </Section>
  );
}
