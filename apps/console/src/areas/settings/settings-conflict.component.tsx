import { useTexts } from '../../i18n/index.ts';
import { ConflictDialog } from '../../kit/conflict-dialog.component.tsx';
import type { OwnSettings } from './settings.rules.ts';

type SettingsConflictProps = {
  readonly theirs: OwnSettings;
  readonly mine: OwnSettings;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
};

/** The settings that another administrator saved meanwhile, beside those of the form. */
export function SettingsConflict({ theirs, mine, ...acts }: SettingsConflictProps) {
  const { settings: texts, common } = useTexts();
  const textsOf = ({ name, logo, secondFactor, otherClientsAllowed }: OwnSettings) => [
    { label: texts.name, text: name },
    { label: texts.logo, text: logo === null ? common.none : texts.logoOf(name) },
    { label: texts.secondFactor, text: texts.secondFactors[secondFactor] },
    { label: texts.otherClients, text: otherClientsAllowed ? common.yes : common.no },
  ];
  const mineTexts = textsOf(mine);
  const fields = textsOf(theirs)
    .map(({ label, text }, index) => ({ label, theirs: text, mine: mineTexts[index]?.text ?? '' }))
    .filter((field) => field.theirs !== field.mine);
  return <ConflictDialog fields={fields} {...acts} />;
}
