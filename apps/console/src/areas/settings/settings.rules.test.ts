import { expect, test } from 'vitest';
import type { Settings } from './settings.queries.ts';
import { changeOf, effectsOf } from './settings.rules.ts';

const settings = {
  name: '乙公司',
  logo: null,
  secondFactor: 'none',
  otherClientsAllowed: false,
  exactPages: 'ask',
  renditions: false,
  fullTextSearch: true,
  printingMaxLevel: null,
  insightOnPeople: false,
  messageDays: null,
  applicationDays: 730,
  archiveApplications: false,
} as Settings;

test('only fields that differ are sent', () => {
  expect(changeOf(settings, { ...settings, name: ' 乙公司 ' })).toEqual({});
  expect(changeOf(settings, { ...settings, secondFactor: 'always', otherClientsAllowed: true })).toEqual({
    secondFactor: 'always',
    otherClientsAllowed: true,
  });
  expect(changeOf({ ...settings, logo: 'data:x' }, settings)).toEqual({ logo: null });
  expect(changeOf(settings, { ...settings, exactPages: 'preload' })).toEqual({ exactPages: 'preload' });
  expect(changeOf(settings, { ...settings, renditions: true })).toEqual({ renditions: true });
  expect(changeOf(settings, { ...settings, fullTextSearch: false })).toEqual({ fullTextSearch: false });
  expect(changeOf(settings, { ...settings, printingMaxLevel: 0 })).toEqual({ printingMaxLevel: 0 });
  const allowed = { ...settings, printingMaxLevel: 2 };
  expect(changeOf(allowed, settings)).toEqual({ printingMaxLevel: null });
  expect(changeOf(allowed, allowed)).toEqual({});
  expect(changeOf(settings, { ...settings, insightOnPeople: true })).toEqual({ insightOnPeople: true });
  expect(changeOf(settings, { ...settings, archiveApplications: true })).toEqual({
    archiveApplications: true,
  });
  expect(changeOf(settings, { ...settings, messageDays: 90, applicationDays: null })).toEqual({
    messageDays: 90,
    applicationDays: null,
  });
});

test('each change names its effect', () => {
  expect(effectsOf({ name: 'x', logo: null })).toEqual(['name', 'logo']);
  expect(effectsOf({ secondFactor: 'none', otherClientsAllowed: false })).toEqual([
    'secondFactorDropped',
    'otherClientsRefused',
  ]);
  expect(effectsOf({ secondFactor: 'new_devices', otherClientsAllowed: true })).toEqual([
    'secondFactorDemanded',
    'otherClientsAllowed',
  ]);
  expect(effectsOf({ exactPages: 'off' })).toEqual(['exactPagesOff']);
  expect(effectsOf({ exactPages: 'preload' })).toEqual(['exactPagesPreload']);
  expect(effectsOf({ renditions: true })).toEqual(['renditionsOn']);
  expect(effectsOf({ renditions: false })).toEqual(['renditionsOff']);
  expect(effectsOf({ fullTextSearch: true })).toEqual(['fullTextOn']);
  expect(effectsOf({ fullTextSearch: false })).toEqual(['fullTextOff']);
  expect(effectsOf({ printingMaxLevel: 0 })).toEqual(['printingOn']);
  expect(effectsOf({ printingMaxLevel: null })).toEqual(['printingOff']);
  expect(effectsOf({ insightOnPeople: true })).toEqual(['insightOnPeopleOn']);
  expect(effectsOf({ insightOnPeople: false })).toEqual(['insightOnPeopleOff']);
  expect(effectsOf({ archiveApplications: true })).toEqual(['archiveOn']);
  expect(effectsOf({ archiveApplications: false })).toEqual(['archiveOff']);
  expect(effectsOf({ messageDays: 90, applicationDays: null })).toEqual(['messagesKept', 'applicationsKept']);
});
