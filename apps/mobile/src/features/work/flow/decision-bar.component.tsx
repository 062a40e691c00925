import { MoreIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { Menu } from '@sealflow/ui/overlays/menu.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../shell/dialogs/confirm.store.ts';
import { useIsWide } from '../../../shell/navigation/pane.hook.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { type ShortcutProps, useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { useShortcut } from '../../../shell/shortcuts/shortcuts.store.ts';
import { useDecision } from '../decide/decision.queries.ts';
import { useDecisionDepth } from '../decide/decision-depth.hook.ts';
import { decisionPath } from '../flow-address.rules.ts';
import { type FlowView, useReminder } from '../work.queries.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import styles from './decision-bar.module.css';
import type { FlowButton } from './flow-buttons.rules.ts';

type DecisionBarProps = { readonly view: FlowView; readonly buttons: readonly FlowButton[] };

/** Buttons with emphasis. All others are `secondary`. */
const variants: Partial<Record<FlowButton, 'primary'>> = {
  approve: 'primary',
  handle: 'primary',
  edit: 'primary',
  revise: 'primary',
};

/**
 * The actions for a flow (an application in progress): reject and approve as buttons if the user may approve, return where there is room, cancel and remind if
 * the user has no task in the own application, otherwise the first action; the others in a menu.
 */
export function DecisionBar({ view, buttons }: DecisionBarProps) {
  const { common } = useTexts();
  const isWide = useIsWide();
  const names = useButtonNames();
  const { act, isPending } = useButtonAction(view);
  const approvals: readonly FlowButton[] = isWide ? ['return', 'reject', 'approve'] : ['reject', 'approve'];
  const approvalButtons = buttons.filter((button) => approvals.includes(button));
  const ownButtons = buttons.filter((button) => button === 'cancel' || button === 'remind');
  const shown =
    [
      approvalButtons,
      buttons.filter((button) => button === 'revise'),
      ownButtons.length === buttons.length ? ownButtons : [],
    ].find(({ length }) => length > 0) ?? buttons.slice(0, 1);
  const rest = buttons.filter((button) => !shown.includes(button));
  const shortcutProps = useBarShortcuts(buttons, act);
  return (
    <div className={styles.bar}>
      {rest.length === 0 ? null : (
        <Menu
          trigger={
            <IconButton label={common.more} disabled={isPending}>
              <MoreIcon />
            </IconButton>
          }
          items={rest.map((id) => ({ id, label: names[id], danger: id === 'cancel' }))}
          onSelect={(id) => act(id as FlowButton)}
          align="start"
        />
      )}
      {shown.map((button) => (
        <Button
          key={button}
          className={styles.button}
          variant={variants[button] ?? 'secondary'}
          loading={isPending}
          {...shortcutProps[button]}
          onClick={() => act(button)}
        >
          {names[button]}
        </Button>
      ))}
    </div>
  );
}

/** The shortcuts of the bar; a remark is written in the form of the decision. @returns the attributes of their buttons. */
function useBarShortcuts(
  buttons: readonly FlowButton[],
  act: (button: FlowButton, withRemark?: boolean) => void,
): Partial<Readonly<Record<FlowButton, ShortcutProps>>> {
  const names = useButtonNames();
  const decidable = (['approve', 'reject'] as const).filter((button) => buttons.includes(button));
  const [withRemark] = decidable;
  useShortcut('approve', decidable.includes('approve') ? () => act('approve') : null);
  useShortcut('reject', decidable.includes('reject') ? () => act('reject') : null);
  useShortcut('remark', withRemark === undefined ? null : () => act(withRemark, true));
  return {
    approve: useShortcutProps('approve', names.approve),
    reject: useShortcutProps('reject', names.reject),
  };
}

function useButtonNames(): Readonly<Record<FlowButton, string>> {
  const { work, returns } = useTexts();
  return {
    approve: work.approve,
    reject: work.reject,
    complete: work.complete,
    return: returns.action,
    revise: returns.revise,
    'add-approval': work.addApproval,
    transfer: work.transfer,
    handle: work.handle,
    read: work.read,
    remind: work.remind,
    cancel: work.cancelFlow,
    edit: work.editDraft,
  };
}

/**
 * Runs a button's action. `edit` opens the editor. `cancel` and `handle` (process the files) ask for confirmation, `read`
 * (mark a copy as read) and `remind` do not. The other actions open a form, because they take a remark or other people.
 */
function useButtonAction({ info, files }: FlowView) {
  const { work } = useTexts();
  const showFailure = useShowFailure();
  const navigate = useNavigate();
  // Passed on, so that the form can return to the list in one step.
  const { passedState } = useDecisionDepth();
  // The version of the tenant's service. It decides the addresses of screens.
  const { tserviceVersion } = useWorkTenant();
  const { mutateAsync, isPending } = useDecision();
  const { mutateAsync: remindAsync, isPending: isReminding } = useReminder();
  const taskID = info.myTask?.id ?? null;

  /** `subject` is the id of the flow for `cancel`, and of the user's task for the other actions. */
  const decide = async (action: 'cancel' | 'handle' | 'read', subject: string, doneText: string) => {
    try {
      const state = await mutateAsync({ action, subject, info, files });
      showSnackbar(
        state === 'sent' ? { color: 'success', text: doneText } : { color: 'info', text: work.willSend },
      );
    } catch (error) {
      showFailure(error);
    }
  };
  const remind = async () => {
    try {
      const { reminded } = await remindAsync(info.id);
      showSnackbar({ color: 'success', text: work.reminded(reminded) });
    } catch (error) {
      showFailure(error);
    }
  };
  const confirmAndDecide = async (button: FlowButton) => {
    if (button === 'cancel') {
      const { cancelTitle: title, cancelText: text, cancelFlow: confirmLabel, keepFlow: cancelLabel } = work;
      if (await confirm({ title, text, confirmLabel, cancelLabel, danger: true }))
        await decide('cancel', info.id, work.canceled);
    } else if (button === 'handle' && taskID !== null) {
      const { handleTitle: title, handleText: text, handle: confirmLabel } = work;
      if (await confirm({ title, text, confirmLabel })) await decide('handle', taskID, work.handling);
    } else if (button === 'read' && taskID !== null) {
      await decide('read', taskID, work.marked);
    }
  };
  const act = (button: FlowButton, withRemark = false): void => {
    if (button === 'edit' || button === 'revise') {
      // A submitted revision returns to this screen, not to a second one.
      const state = button === 'revise' ? { applyDepth: 1 } : null;
      navigate(viewAddress(paths.work, 'apply', { flow: info.id }), { state });
    } else if (button === 'remind') {
      void remind();
    } else if (button === 'cancel' || button === 'handle' || button === 'read') {
      void confirmAndDecide(button);
    } else {
      const address = { flowID: info.id, taskID };
      const state = { ...passedState, ...(withRemark ? { withRemark } : {}) };
      navigate(decisionPath(button, address, tserviceVersion), { state });
    }
  };
  return { act, isPending: isPending || isReminding };
}
