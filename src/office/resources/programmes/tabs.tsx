/** A programme's page: the tabs of its form, and beside them its episodes and its log, which save by themselves. */
import { Box, Card, Tab, Tabs, Tooltip } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Form, useRecordContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/i18n-provider.ts';
import { useMay } from '../../kit/access.ts';
import { FormToolbar } from '../../kit/edit-page.tsx';
import { EventLog } from '../../kit/event-log.tsx';
import { FormDraft } from '../../kit/form-draft.tsx';
import { Hidden } from '../../kit/hidden.tsx';
import { PlannedBanner } from '../../kit/planning/planned-banner.tsx';
import { useReadOnly } from '../../kit/read-only.ts';
import type { RecordOf } from '../../names.ts';
import { ArtworkFields, BasicFields, CastFields, PublicationFields, useKind } from './fields.tsx';
import { Seasons } from './seasons.tsx';

type Programme = RecordOf<'programmes'>;

const formTabs = {
  basics: null,
  artwork: ['portrait_id', 'landscape_id', 'banner_id'],
  cast: ['genre_ids', 'credits'],
  publication: ['published', 'premium', 'available_from', 'available_until', 'regions'],
} as const;
type FormTab = keyof typeof formTabs;
type TabName = FormTab | 'episodes' | 'log';

/** A list that took its default from its input would make the form forget those of all others. */
const startingValues = { credits: [] };

const formTabNames = Object.keys(formTabs) as FormTab[];
const isFormTab = (tab: TabName): tab is FormTab => tab in formTabs;

/** The tab on which a field stands; the basics hold whatever no other one does. */
const tabOf = (field: string): FormTab =>
  formTabNames.find((name) => (formTabs[name] as readonly string[] | null)?.includes(field)) ?? 'basics';

/** The open one of some tabs: named in the address, so that links lead to it and a reload stays on it. */
function useTab(tabs: TabName[]): [TabName, (tab: TabName) => void] {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('tab');
  const open = (tab: TabName) =>
    setQuery(
      (own) => {
        own.set('tab', tab);
        return own;
      },
      { replace: true },
    );
  return [tabs.find((tab) => tab === wanted) ?? 'basics', open];
}

export function ProgrammeTabs() {
  const record = useRecordContext<Programme>();
  const readOnly = useReadOnly();
  const mayReadLog = useMay('read', 'events');
  const tabs: TabName[] = [
    ...formTabNames,
    ...(record?.kind === 'series' ? (['episodes'] as const) : []),
    ...(record?.id && mayReadLog ? (['log'] as const) : []),
  ];
  const [tab, setTab] = useTab(tabs);
  return (
    <Card>
      <Form defaultValues={startingValues} warnWhenUnsavedChanges={!readOnly}>
        <Header tabs={tabs} tab={tab} onTab={setTab} isNew={!record?.id} />
        <PlannedBanner />
        {!readOnly && <FormDraft />}
        <Panel tab="basics" open={tab}>
          <BasicFields />
        </Panel>
        <Panel tab="artwork" open={tab}>
          <ArtworkFields />
        </Panel>
        <Panel tab="cast" open={tab}>
          <CastFields />
        </Panel>
        <Panel tab="publication" open={tab}>
          <PublicationFields />
        </Panel>
        {!readOnly && isFormTab(tab) && <FormToolbar />}
      </Form>
      {record && tab === 'episodes' && (
        <Panel tab="episodes" open={tab}>
          <Seasons programme={record} />
        </Panel>
      )}
      {record && tab === 'log' && (
        <Panel tab="log" open={tab}>
          <EventLog entity="programmes" id={record.id} />
        </Panel>
      )}
    </Card>
  );
}

function Header({
  tabs,
  tab,
  onTab,
  isNew,
}: {
  tabs: TabName[];
  tab: TabName;
  onTab: (tab: TabName) => void;
  isNew: boolean;
}) {
  const text = useText();
  const kind = useKind();
  const { errors, submitCount } = useFormState();
  const wrong = [...new Set(Object.keys(errors).map(tabOf))];
  const firstWrong = formTabNames.find((name) => wrong.includes(name));
  const leadToWrong = useEffectEvent(() => {
    if (firstWrong && isFormTab(tab) && !wrong.includes(tab)) onTab(firstWrong);
  });
  // A refused save leads to the first field that has to be looked at; what is mended afterwards does not lead on.
  useEffect(() => {
    if (submitCount > 0) leadToWrong();
  }, [submitCount]);
  return (
    <Tabs
      value={tab}
      onChange={(_event, chosen: TabName | 'later') => {
        if (chosen !== 'later') onTab(chosen);
      }}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
      sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}
    >
      {tabs.map((name) => (
        <Tab
          key={name}
          value={name}
          id={`programme-tab-${name}`}
          aria-controls={`programme-panel-${name}`}
          label={
            isFormTab(name) && wrong.includes(name) ? (
              <Box component="span" sx={{ color: 'error.main' }}>
                {text(`tab.${name}`)} ●<Hidden>{text('tab.has_errors')}</Hidden>
              </Box>
            ) : (
              text(`tab.${name}`)
            )
          }
        />
      ))}
      {isNew && kind === 'series' && (
        <Tab
          value="later"
          aria-disabled
          // Not really disabled: a disabled control could not explain why it is.
          onClick={(event) => event.stopPropagation()}
          label={
            <Tooltip title={text('series.first_save')}>
              <Box component="span" sx={{ color: 'text.disabled' }}>
                {text('tab.episodes')}
              </Box>
            </Tooltip>
          }
        />
      )}
    </Tabs>
  );
}

/** Stays mounted while another tab is open, so that entered values stay. */
function Panel({ tab, open, children }: { tab: TabName; open: TabName; children: ReactNode }) {
  return (
    <Box
      role="tabpanel"
      id={`programme-panel-${tab}`}
      aria-labelledby={`programme-tab-${tab}`}
      hidden={tab !== open}
      sx={{ p: { xs: 1.5, sm: 2 } }}
    >
      {children}
    </Box>
  );
}
