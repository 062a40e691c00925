import { retentionEffectsOf } from '../../kit/retention.rules.ts';
import type { Settings, SettingsChange } from './settings.queries.ts';

export const maxNameLength = 100;

/** The settings that administrators change. */
export type OwnSettings = Pick<
  Settings,
  | 'name'
  | 'logo'
  | 'secondFactor'
  | 'otherClientsAllowed'
  | 'exactPages'
  | 'renditions'
  | 'fullTextSearch'
  | 'printingMaxLevel'
  | 'insightOnPeople'
  | 'messageDays'
  | 'applicationDays'
  | 'archiveApplications'
>;

/** The fields of a draft that differ from the stored settings. */
export function changeOf(settings: OwnSettings, draft: OwnSettings): SettingsChange {
  const name = draft.name.trim();
  return {
    ...(name === settings.name ? {} : { name }),
    ...(draft.logo === settings.logo ? {} : { logo: draft.logo }),
    ...(draft.secondFactor === settings.secondFactor ? {} : { secondFactor: draft.secondFactor }),
    ...(draft.otherClientsAllowed === settings.otherClientsAllowed
      ? {}
      : { otherClientsAllowed: draft.otherClientsAllowed }),
    ...(draft.renditions === settings.renditions ? {} : { renditions: draft.renditions }),
    ...(draft.fullTextSearch === settings.fullTextSearch ? {} : { fullTextSearch: draft.fullTextSearch }),
    ...(draft.printingMaxLevel === settings.printingMaxLevel
      ? {}
      : { printingMaxLevel: draft.printingMaxLevel }),
    ...(draft.insightOnPeople === settings.insightOnPeople ? {} : { insightOnPeople: draft.insightOnPeople }),
    ...(draft.messageDays === settings.messageDays ? {} : { messageDays: draft.messageDays }),
    ...(draft.applicationDays === settings.applicationDays ? {} : { applicationDays: draft.applicationDays }),
    ...(draft.archiveApplications === settings.archiveApplications
      ? {}
      : { archiveApplications: draft.archiveApplications }),
    ...(draft.exactPages === settings.exactPages ? {} : { exactPages: draft.exactPages }),
  };
}

type Effect =
  | 'name'
  | 'logo'
  | 'secondFactorDropped'
  | 'secondFactorDemanded'
  | 'otherClientsAllowed'
  | 'otherClientsRefused'
  | 'exactPagesOff'
  | 'exactPagesAsk'
  | 'exactPagesPreload'
  | 'renditionsOn'
  | 'renditionsOff'
  | 'fullTextOn'
  | 'fullTextOff'
  | 'printingOn'
  | 'printingOff'
  | 'insightOnPeopleOn'
  | 'insightOnPeopleOff'
  | ReturnType<typeof retentionEffectsOf>[number];

const exactPagesEffects = {
  off: 'exactPagesOff',
  ask: 'exactPagesAsk',
  preload: 'exactPagesPreload',
} as const;

/** What a change affects, in the order of the form. */
export function effectsOf(change: SettingsChange): readonly Effect[] {
  const effects: Effect[] = [];
  if (change.name !== undefined) effects.push('name');
  if (change.logo !== undefined) effects.push('logo');
  if (change.secondFactor !== undefined)
    effects.push(change.secondFactor === 'none' ? 'secondFactorDropped' : 'secondFactorDemanded');
  if (change.otherClientsAllowed !== undefined)
    effects.push(change.otherClientsAllowed ? 'otherClientsAllowed' : 'otherClientsRefused');
  if (change.exactPages !== undefined) effects.push(exactPagesEffects[change.exactPages]);
  if (change.renditions !== undefined) effects.push(change.renditions ? 'renditionsOn' : 'renditionsOff');
  if (change.fullTextSearch !== undefined) effects.push(change.fullTextSearch ? 'fullTextOn' : 'fullTextOff');
  if (change.printingMaxLevel !== undefined)
    effects.push(change.printingMaxLevel === null ? 'printingOff' : 'printingOn');
  if (change.insightOnPeople !== undefined)
    effects.push(change.insightOnPeople ? 'insightOnPeopleOn' : 'insightOnPeopleOff');
  return [...effects, ...retentionEffectsOf(change)];
}
