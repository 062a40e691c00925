import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar, Page } from '../../kit/page.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import { PublishDrawer } from './publish-drawer.component.tsx';
import { ReleaseDrawer, ReleaseState } from './release-drawer.component.tsx';
import { type Platform, type PublishedVersion, useReleases } from './releases.queries.ts';

const platforms: readonly Platform[] = ['android', 'ios', 'web'];
const allPlatforms = 'all';

/** The published versions of the app. */
export default function ReleasesScreen() {
  const { releases: texts, common, shell } = useTexts();
  const format = useFormat();
  const list = useListState();
  const details = useOpenDetails();
  const [isPublishing, setPublishing] = useState(false);
  const platform = platforms.find((name) => name === list.filter('platform'));
  const { skip, limit } = list.query;
  const found = useReleases({ skip, limit, ...(platform === undefined ? {} : { platform }) });
  const columns: readonly TableColumn<PublishedVersion>[] = [
    { id: 'version', title: texts.version, render: ({ version }) => version, width: 130 },
    { id: 'platform', title: texts.platform, render: (one) => texts.platforms[one.platform], width: 210 },
    { id: 'kind', title: texts.kind, render: ({ kind }) => texts.kinds[kind], width: 110 },
    { id: 'state', title: texts.state, render: (one) => <ReleaseState release={one} />, width: 120 },
    { id: 'createAt', title: texts.publishedAt, render: (one) => format.time(one.createAt), width: 190 },
    {
      id: 'size',
      title: texts.size,
      render: ({ size }) => (size === null ? common.none : format.size(size)),
      width: 120,
    },
    { id: 'notes', title: texts.notes, render: ({ notes }) => notes, width: 260, isHidden: true },
  ];
  const opened = found.data?.data.find(({ id }) => id === details.id);
  const publish = (
    <Button kind="primary" onPress={() => setPublishing(true)}>
      {texts.publish}
    </Button>
  );
  return (
    <Page title={shell.areas.releases} lead={texts.lead} actions={publish}>
      <FilterBar>
        <SelectInput
          label={texts.platform}
          value={platform ?? allPlatforms}
          onChange={(name) => list.change({ platform: name === allPlatforms ? undefined : name })}
          options={[
            { id: allPlatforms, label: texts.allPlatforms },
            ...platforms.map((name) => ({ id: name, label: texts.platforms[name] })),
          ]}
        />
      </FilterBar>
      <DataTable
        name="releases"
        label={shell.areas.releases}
        columns={columns}
        rowID={({ id }) => id}
        {...tableOf(found)}
        state={list}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {opened ? <ReleaseDrawer release={opened} onClose={details.close} /> : null}
      {isPublishing ? <PublishDrawer onClose={() => setPublishing(false)} /> : null}
    </Page>
  );
}
