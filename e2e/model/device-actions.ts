import type { Fault } from './connection.ts';
import type { Scenario } from './scenario.ts';
import { type DeviceIndex, deviceAt } from './selection.ts';
import { hourMs, type Person } from './tenant.ts';
import { checkWorkLists } from './work-lists.ts';

export async function injectFaults(
  scenario: Scenario,
  { deviceIndex, faults }: DeviceIndex & { faults: readonly Fault[] },
): Promise<void> {
  const { connection } = deviceAt(scenario, { deviceIndex });
  connection.upcomingFaults.push(...faults);
}

export async function setOnline(
  scenario: Scenario,
  { deviceIndex, isOnline }: DeviceIndex & { isOnline: boolean },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  device.connection.isOnline = isOnline;
  device.platform.setOnline(isOnline);
}

export async function flush(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  await deviceAt(scenario, deviceIndex).flush();
}

export async function flushTogether(
  scenario: Scenario,
  { order }: { order: readonly number[] },
): Promise<void> {
  await scenario.runConcurrently(order.map((deviceIndex) => () => flush(scenario, { deviceIndex })));
}

export async function timeOutPending(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  deviceAt(scenario, deviceIndex).connection.timeOutPending();
}

export async function deliverDelayed(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  await deviceAt(scenario, deviceIndex).connection.deliverDelayed();
}

export async function restart(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  const device = deviceAt(scenario, deviceIndex);
  await device.kill();
  await device.start();
}

export async function checkLists(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  await checkWorkLists(scenario, deviceAt(scenario, deviceIndex));
}

export async function signOut(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  await scenario.signOut(deviceAt(scenario, deviceIndex));
}

export async function signIn(
  scenario: Scenario,
  { deviceIndex, person }: DeviceIndex & { person: Person },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  if (device.app.currentSession().phase === 'signedOut') await scenario.signIn(device, person);
  else await device.continueAfterFailure();
}

export async function changePassword(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  const device = deviceAt(scenario, deviceIndex);
  const aid = device.accountID;
  if (aid === null) return;
  const body = {
    oldPassword: scenario.passwords.get(aid)!,
    newPassword: scenario.uniqueText('Other-horse-'),
  };
  await device.run(device.services.api.call('POST /api/v1/auth/update-password', { body }));
}

export async function endMembership(scenario: Scenario, { person }: { person: Person }): Promise<void> {
  if (!scenario.model.formerMembers.has(person)) await scenario.endMembership(person);
}

export async function passTime(scenario: Scenario, { hours }: { hours: number }): Promise<void> {
  await scenario.passDeadlines(hours * hourMs);
  for (const device of scenario.devices) await device.run(device.services.session.refreshIfDue());
}

export const toggleAbsence = (
  scenario: Scenario,
  { absent, deputy }: { absent: Person; deputy: Person },
): Promise<void> => scenario.toggleAbsence(absent, deputy);
