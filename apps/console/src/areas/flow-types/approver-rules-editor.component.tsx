import { useTexts } from '../../i18n/index.ts';
import { ComboInput } from '../../kit/combo-input.component.tsx';
import { FieldHint, Switch } from '../../kit/fields.component.tsx';
import { ChosenList } from './chosen-list.component.tsx';
import type { EditedStage, StageChange } from './design.rules.ts';
import styles from './designer.module.css';
import { type RuleChoices, useRuleChoices } from './rule-names.hook.ts';

type RulesEditorProps = {
  readonly tid: string;
  readonly stage: EditedStage;
  readonly onChange: (change: StageChange) => void;
};

/** The rules by which a stage finds people beside those that it names. */
export function ApproverRulesEditor({ tid, stage, onChange }: RulesEditorProps) {
  const { flowTypes: texts, processRules: rules } = useTexts();
  const choices = useRuleChoices(tid);
  return (
    <fieldset className={styles.rules}>
      <legend className={styles.label}>{rules.heading}</legend>
      <p className={styles.hint}>{rules.hint}</p>
      <RuleSwitch
        isSelected={stage.departmentHead === true}
        hint={texts.headHint}
        onChange={(departmentHead) => onChange({ departmentHead })}
      >
        {texts.asksHead}
      </RuleSwitch>
      <RuleSwitch
        isSelected={stage.headAbove === true}
        hint={rules.headAboveHint}
        onChange={(headAbove) => onChange({ headAbove })}
      >
        {rules.asks.head_above}
      </RuleSwitch>
      <RuleSwitch
        isSelected={stage.documentOwner === true}
        hint={rules.ownerHint}
        onChange={(documentOwner) => onChange({ documentOwner })}
      >
        {rules.asks.document_owner}
      </RuleSwitch>
      <RuleSwitch
        isSelected={stage.applicantChoice !== undefined}
        hint={rules.choiceHint}
        onChange={(isOn) => onChange({ applicantChoice: isOn ? {} : undefined })}
      >
        {rules.asks.applicant_choice}
      </RuleSwitch>
      {stage.applicantChoice === undefined ? null : (
        <LimitFields
          limit={stage.applicantChoice}
          choices={choices}
          onChange={(applicantChoice) => onChange({ applicantChoice })}
        />
      )}
      <ChosenList
        label={rules.roles}
        addLabel={rules.addRole}
        hint={rules.rolesHint}
        ids={stage.roles ?? []}
        options={choices.roles}
        onChange={(roles) => onChange({ roles })}
      />
    </fieldset>
  );
}

type RuleSwitchProps = {
  readonly isSelected: boolean;
  readonly hint: string;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: string;
};

function RuleSwitch({ isSelected, hint, onChange, children }: RuleSwitchProps) {
  return (
    <div className={styles.rule}>
      <Switch isSelected={isSelected} onChange={onChange}>
        {children}
      </Switch>
      <FieldHint hint={hint} />
    </div>
  );
}

type Limit = NonNullable<EditedStage['applicantChoice']>;

type LimitFieldsProps = {
  readonly limit: Limit;
  readonly choices: RuleChoices;
  readonly onChange: (limit: Limit) => void;
};

/** The role and the department to which the choice of the applicant is limited. */
function LimitFields({ limit: { roleID, orgID }, choices, onChange }: LimitFieldsProps) {
  const { processRules: rules } = useTexts();
  const change = (role: string | undefined, org: string | undefined) =>
    onChange({
      ...(role === undefined ? {} : { roleID: role }),
      ...(org === undefined ? {} : { orgID: org }),
    });
  return (
    <div className={styles.question}>
      <ComboInput
        label={rules.limitRole}
        placeholder={rules.noLimit}
        value={roleID ?? null}
        options={choices.roles}
        onChange={(id) => change(id ?? undefined, orgID)}
      />
      <ComboInput
        label={rules.limitDepartment}
        placeholder={rules.noLimit}
        value={orgID ?? null}
        options={choices.organisations}
        onChange={(id) => change(roleID, id ?? undefined)}
      />
    </div>
  );
}
