import { describe } from 'vitest';
import { appLockContract } from './app-lock-contract.ts';
import { deviceContract } from './device-contract.ts';
import { filesContract } from './files-contract.ts';
import { outsideContract } from './outside-contract.ts';
import { pushContract } from './push-contract.ts';
import type { Rig } from './rig.ts';
import { smallPortsContract } from './small-ports-contract.ts';
import { speechContract } from './speech-contract.ts';
import { sqlContract } from './sql-contract.ts';

let databases = 0;

/** The contract of all ports of a platform. A port must report each capability that it lacks. */
export function platformContract(rig: Rig): void {
  const platform = async () => (await rig.start()).platform;
  const database = async () => {
    databases += 1;
    return (await platform()).openDatabase(`contract-${databases}-${Math.random()}.db`);
  };
  describe('small ports', () => {
    smallPortsContract(platform);
  });
  describe('database', () => {
    sqlContract(database);
  });
  describe('files', () => {
    filesContract(async () => (await platform()).files());
  });
  describe('files outside', () => {
    outsideContract(rig);
  });
  describe('device', () => {
    deviceContract(rig);
  });
  describe('voice', () => {
    speechContract(rig);
  });
  describe('app lock', () => {
    appLockContract(rig);
  });
  describe('push', () => {
    pushContract(rig);
  });
}
