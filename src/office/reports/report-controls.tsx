/** Above a report: its period, and what it is narrowed to. */
import { Autocomplete, Box, Button, Chip, MenuItem, TextField } from '@mui/material';
import {
  type DeclaredReport,
  noValue,
  type ReportFilter,
  type ReportPeriod,
} from '../../contract/admin/reports.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import type { TextKey } from '../i18n/texts.ts';
import { sayChosen } from './report-text.ts';
import { type ReportState, useReportChoices } from './use-report.ts';

const periods: readonly ReportPeriod[] = ['today', 'yesterday', 'last_7_days', 'recent_30_days', 'custom'];

/** Filters of few values, with the texts of these. */
const few: Partial<Record<ReportFilter, Record<string, TextKey>>> = {
  kind: {
    series: 'report.kind.series',
    movie: 'report.kind.movie',
    clip: 'report.kind.clip',
    channel: 'report.kind.channel',
  },
  device: {
    web: 'report.device.web',
    mobile: 'report.device.mobile',
    tablet: 'report.device.tablet',
    stb: 'report.device.stb',
    [noValue]: 'report.none.device',
  },
  plan: { paid: 'report.plan.paid', free: 'report.plan.free' },
  kids: { yes: 'report.yes', no: 'report.no' },
  script: {
    hangul: 'report.script.hangul',
    initials: 'report.script.initials',
    latin: 'report.script.latin',
    other: 'report.script.other',
  },
  found: { yes: 'report.found.yes', no: 'report.found.no' },
  opened: { yes: 'report.yes', no: 'report.no' },
  event: {
    joined: 'report.event.joined',
    leaving: 'report.event.leaving',
    left: 'report.event.left',
    plan_begun: 'report.event.plan_begun',
    plan_ended: 'report.event.plan_ended',
  },
  placement: { 'main-slider': 'report.placement.main', 'small-banner': 'report.placement.small' },
};
/** Those that things may have nothing of, with what that is called. */
const none: Partial<Record<ReportFilter, TextKey>> = {
  category_id: 'report.none.category_id',
  country: 'report.none.country',
};
/** Filters that are chosen by name. */
const named: readonly string[] = [
  'category_id',
  'sub_category_id',
  'content_partner_id',
  'country',
  'plan_id',
];

const width = { xs: '100%', sm: 170 };

/**
 * `shown`: the days that the report is of, for the fields of a period that is chosen by hand. `problems`: what is wrong with a field.
 */
export function ReportControls({
  report,
  state,
  shown,
  problems,
}: {
  report: DeclaredReport;
  state: ReportState;
  shown: { from: string; to: string } | undefined;
  problems: Record<string, string[]>;
}) {
  const text = useText();
  const locale = useOfficeLocale();
  const { period, values, change } = state;
  const given = report.filters.filter((filter) => values[filter]);
  const choosePeriod = (chosen: ReportPeriod) =>
    change(
      chosen === 'custom'
        ? { period: chosen, from: values.from ?? shown?.from, to: values.to ?? shown?.to }
        : { period: chosen, from: undefined, to: undefined },
    );
  return (
    <Box
      component="form"
      onSubmit={(event) => event.preventDefault()}
      sx={{
        display: { xs: 'grid', sm: 'flex' },
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        flexWrap: 'wrap',
        columnGap: 1,
        alignItems: 'center',
      }}
    >
      <TextField
        select
        label={text('report.period')}
        value={period}
        onChange={(event) => choosePeriod(event.target.value as ReportPeriod)}
        sx={{ width }}
      >
        {periods.map((each) => (
          <MenuItem key={each} value={each}>
            {text(`report.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {period === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            label={text(`report.${end}`)}
            value={values[end] ?? ''}
            onChange={(event) => change({ [end]: event.target.value })}
            error={problems[end] !== undefined}
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ width }}
          />
        ))}
      {report.filters.map((filter) =>
        few[filter as ReportFilter] ? (
          <FewFilter key={filter} filter={filter as ReportFilter} state={state} />
        ) : named.includes(filter) ? (
          <NamedFilter key={filter} filter={filter as ReportFilter} state={state} />
        ) : values[filter] ? (
          <Chip
            key={filter}
            label={`${text(`report.filter.${filter}` as TextKey)}${sayChosen(filter, values[filter], locale, text)}`}
            onDelete={() => change({ [filter]: undefined })}
          />
        ) : null,
      )}
      {given.length > 0 && (
        <Button onClick={() => change(Object.fromEntries(given.map((filter) => [filter, undefined])))}>
          {text('report.clear')}
        </Button>
      )}
    </Box>
  );
}

interface FilterProps {
  filter: ReportFilter;
  state: ReportState;
}

function FewFilter({ filter, state: { values, change } }: FilterProps) {
  const text = useText();
  const choices = few[filter] ?? {};
  const value = values[filter] ?? '';
  return (
    <TextField
      select
      label={text(`report.filter.${filter}`)}
      value={value in choices ? value : ''}
      onChange={(event) => change({ [filter]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      sx={{ width }}
    >
      <MenuItem value="">{text('report.any')}</MenuItem>
      {Object.entries(choices).map(([id, name]) => (
        <MenuItem key={id} value={id}>
          {text(name)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function NamedFilter({ filter, state: { values, change } }: FilterProps) {
  const text = useText();
  const { data = [] } = useReportChoices();
  const without = none[filter];
  const choices = [
    ...data.filter((choice) => choice.filter === filter),
    ...(without ? [{ filter, id: noValue, name: text(without) }] : []),
  ];
  const value = choices.find(({ id }) => id === values[filter]) ?? null;
  return (
    <Autocomplete
      options={choices}
      value={value}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      onChange={(_event, chosen) => change({ [filter]: chosen?.id })}
      noOptionsText={text('empty.title')}
      renderInput={(props) => (
        <TextField
          {...props}
          label={text(`report.filter.${filter}`)}
          placeholder={text('report.any')}
          slotProps={{ inputLabel: { ...props.InputLabelProps, shrink: true } }}
        />
      )}
      sx={{ width }}
    />
  );
}
