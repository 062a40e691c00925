import type { FlowInfo } from '@sealflow/contract';
import { isTerminal } from '@sealflow/domain/workflow';
import { BookmarkFilledIcon, BookmarkIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useFollow } from './follow.queries.ts';

/** Follows an application of somebody else, or ends it. A finished one gets no new state, so it can only be ended. */
export function FollowButton({ flow, isOwn }: { readonly flow: FlowInfo; readonly isOwn: boolean }) {
  const { follow: texts } = useTexts();
  const showFailure = useShowFailure();
  const { mutate, isPending } = useFollow();
  const isFollowed = flow.isFollowed === true;
  if (isOwn || (isTerminal(flow.state) && !isFollowed)) return null;
  const toggle = () =>
    mutate(
      { flowID: flow.id, isFollowed: !isFollowed },
      {
        onError: showFailure,
        onSuccess: () =>
          void showSnackbar({ color: 'success', text: isFollowed ? texts.ended : texts.started }),
      },
    );
  return (
    <IconButton
      label={isFollowed ? texts.end : texts.start}
      aria-pressed={isFollowed}
      disabled={isPending}
      onClick={toggle}
    >
      {isFollowed ? <BookmarkFilledIcon /> : <BookmarkIcon />}
    </IconButton>
  );
}
