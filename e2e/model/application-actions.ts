import type { ApplicationType } from '../../packages/domain/src/workflow/application-types.ts';
import type { Device } from './device.ts';
import { titlePrefixOf } from './model-state.ts';
import type { EnteredDraft, Scenario } from './scenario.ts';
import { type DeviceIndex, deviceAt, pick, withoutPending } from './selection.ts';
import { classification, fileTextsOf } from './tenant.ts';

export async function createApplication(
  scenario: Scenario,
  {
    deviceIndex,
    type,
    files,
    isSubmitted,
  }: DeviceIndex & { type: ApplicationType; files: number; isSubmitted: boolean },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const aid = device.accountID;
  if (aid === null) return;
  const context = device.context(aid);
  const title = scenario.uniqueText('#');
  const entered: EnteredDraft = {
    draftID: crypto.randomUUID(),
    device: device.name,
    aid,
    title: `${title} applied`,
    description: `what ${title} is for`,
    files,
    isAbandoned: false,
  };
  const { app } = device;
  const fillDraft = async () => {
    await app.openDraft(context, {
      draftID: entered.draftID,
      tid: scenario.tid,
      type,
      email: `${aid}@example.test`,
    });
    await app.updateDraft(context, entered.draftID, (draft) => ({
      ...draft,
      title: entered.title,
      description: entered.description,
      details: {
        ...draft.details,
        to: ['partner@example.test'],
        classificationID: classification,
        people: [{ fid: 'eve', name: 'eve' }],
      },
    }));
    await app.addFiles(
      context,
      entered.draftID,
      fileTextsOf(title, files).map((text, one) => fileOf(`${title}-${one}.txt`, text)),
    );
    scenario.enteredDrafts.push(entered);
  };
  await device.run(fillDraft());
  if (isSubmitted) await submitDraft(scenario, device, entered);
}

function fileOf(name: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  return {
    name,
    size: bytes.length,
    modifiedAt: 0,
    read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
  };
}

/** The form submits only an application whose files are complete on the device. */
async function submitDraft(
  scenario: Scenario,
  device: Device,
  { draftID, title }: EnteredDraft,
): Promise<void> {
  const { app } = device;
  const draft = app.getDraft(draftID);
  if (draft === undefined || draft.files.some(({ uri, copied }) => uri === null && copied !== true)) return;
  const [isAvailable] = await withoutPending(device, [draftID], (one) => one);
  if (isAvailable === undefined) return;
  const decision = { action: 'submit', subject: draftID, flowID: '', title, people: [], seen: null } as const;
  await scenario.decide(device, [decision], title);
}

const isDraftOf = (device: Device) => (one: EnteredDraft) =>
  one.device === device.name && one.aid === device.accountID && !one.isAbandoned;

export async function editDraft(
  scenario: Scenario,
  { deviceIndex, nth, isSubmitted }: DeviceIndex & { nth: number; isSubmitted: boolean },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const aid = device.accountID;
  if (aid === null) return;
  const waiting = await withoutPending(
    device,
    scenario.enteredDrafts.filter(isDraftOf(device)),
    ({ draftID }) => draftID,
  );
  const isSent = (one: EnteredDraft) =>
    scenario.model.intents.some((of) => of.subject === one.draftID && of.reported === 'sent');
  const entered = pick(
    waiting.filter((one) => !isSent(one)),
    nth,
  );
  if (entered === undefined) return;
  const context = device.context(aid);
  const title = `${titlePrefixOf(entered.title)} ${scenario.uniqueText('edited ')}`;
  const change = async () => {
    if ((await device.app.readDraft(context, entered.draftID)) === null) return;
    await device.app.updateDraft(context, entered.draftID, (draft) => ({ ...draft, title }));
    entered.title = title;
  };
  await device.run(change());
  if (isSubmitted && entered.title === title) await submitDraft(scenario, device, entered);
}
