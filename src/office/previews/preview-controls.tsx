/** As whom, where, how wide and when the viewer's app is shown. */
import ClearIcon from '@mui/icons-material/Clear';
import {
  Autocomplete,
  Box,
  FormControlLabel,
  IconButton,
  InputAdornment,
  MenuItem,
  Switch,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useGetList } from 'react-admin';
import { instantAt, koreaZone, serviceZone, showInstant, wallClock } from '../../contract/zone.ts';
import { api } from '../api.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useMay } from '../kit/access.ts';
import type { RecordOf } from '../names.ts';
import { maxAge, type Onlooker, onlookers, type Previewed, screens, widthBounds } from './use-preview.ts';

interface PreviewControlsProps {
  previewed: Previewed;
  onChange: (changes: Partial<Previewed>) => void;
}

const widths = Object.keys(screens).map(Number);
/** A row of its own on a phone. */
const wide = { gridColumn: { xs: '1 / -1', md: 'auto' } };
/** Without another key for so long, a typed date is complete. */
const settleMs = 700;
/** Where the service is not: what viewers see there. */
const elsewhere = 'KR';

export function PreviewControls({ previewed, onChange }: PreviewControlsProps) {
  const text = useText();
  const { who, plan, age, lang, width } = previewed;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        gap: 1.5,
        alignItems: 'start',
      }}
    >
      <TextField
        select
        size="small"
        label={text('preview.who')}
        value={who}
        onChange={(event) => onChange({ who: event.target.value as Onlooker })}
        sx={wide}
      >
        {onlookers.map((each) => (
          <MenuItem key={each} value={each}>
            {text(`preview.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ ...wide, display: 'flex', gap: 2, alignItems: 'center' }}>
        {who === 'child' && (
          <NumberField
            label={text('preview.age')}
            value={age}
            min={0}
            max={maxAge}
            onChange={(chosen) => onChange({ age: chosen })}
          />
        )}
        <FormControlLabel
          sx={{ mx: 0, columnGap: 0.5, whiteSpace: 'nowrap' }}
          disabled={who === 'guest'}
          label={text('preview.plan')}
          control={
            <Switch
              size="small"
              checked={who !== 'guest' && plan}
              onChange={(_event, chosen) => onChange({ plan: chosen })}
            />
          }
        />
      </Box>
      <TextField
        select
        size="small"
        label={text('preview.language')}
        value={lang}
        onChange={(event) => onChange({ lang: event.target.value as 'ko' | 'en' })}
      >
        <MenuItem value="ko">한국어</MenuItem>
        <MenuItem value="en">English</MenuItem>
      </TextField>
      <CountryField country={previewed.country} onChange={(country) => onChange({ country })} />
      <InstantField at={previewed.at} onChange={(at) => onChange({ at })} />
      <ReleaseField previewed={previewed} onChange={onChange} />
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'span 2' }, display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={text('preview.width')}
          value={width}
          onChange={(_event, chosen: number | null) => chosen && onChange({ width: chosen })}
        >
          {widths.map((each) => (
            <ToggleButton key={each} value={each}>
              {each}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <NumberField
          label={text('preview.width')}
          value={width}
          {...widthBounds}
          onChange={(chosen) => onChange({ width: chosen })}
        />
      </Box>
    </Box>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A whole number that counts once it is entered: with Enter, or on leaving the field. */
function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const enter = () => {
    const wanted = Math.round(Number(typed));
    if (typed && Number.isFinite(wanted)) onChange(Math.min(max, Math.max(min, wanted)));
    setTyped(undefined);
  };
  return (
    <TextField
      type="number"
      size="small"
      label={label}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={enter}
      onKeyDown={({ key }) => key === 'Enter' && enter()}
      slotProps={{ htmlInput: { min, max, step: 1 } }}
      sx={{ width: 110, flexShrink: 0 }}
    />
  );
}

/** A release that is shown before its instant; there where some are planned. */
function ReleaseField({ previewed, onChange }: PreviewControlsProps) {
  const text = useText();
  const mayRead = useMay('read', 'releases');
  const { data = [] } = useGetList<RecordOf<'releases'>>(
    'releases',
    {
      filter: { status_in: 'planned,waiting' },
      sort: { field: 'applies_at', order: 'ASC' },
      pagination: { page: 1, perPage: 100 },
    },
    { enabled: mayRead },
  );
  if (data.length === 0) return null;
  const chosen = data.find(({ id }) => id === previewed.release);
  return (
    <TextField
      select
      size="small"
      label={text('preview.release')}
      value={chosen?.id ?? ''}
      onChange={(event) => onChange({ release: event.target.value || null })}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      sx={wide}
    >
      <MenuItem value="">{text('preview.no_release')}</MenuItem>
      {data.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

function CountryField({ country, onChange }: { country: string; onChange: (country: string) => void }) {
  const text = useText();
  const locale = useOfficeLocale();
  const { data } = useQuery({
    queryKey: ['regions'],
    queryFn: () => api('GET /api/admin/regions'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return (
    <Autocomplete
      freeSolo
      // What is no country does not stay beside the preview of another.
      clearOnBlur
      disableClearable
      size="small"
      options={[...new Set([...(data?.data ?? []), elsewhere])]}
      value={country}
      getOptionLabel={(code) => (/^[A-Z]{2}$/.test(code) ? `${names.of(code) ?? code} (${code})` : code)}
      onChange={(_event, chosen) => {
        const code = /\(?([A-Za-z]{2})\)?$/.exec(chosen.trim())?.[1]?.toUpperCase();
        if (code) onChange(code);
      }}
      renderInput={(params) => <TextField {...params} label={text('preview.country')} />}
    />
  );
}

function InstantField({ at, onChange }: { at: string | null; onChange: (at: string | null) => void }) {
  const text = useText();
  const locale = useOfficeLocale();
  const [typed, setTyped] = useState<string>();
  const value = at ? wallClock(new Date(at), serviceZone) : '';
  const enter = useEffectEvent(() => {
    if (typed !== undefined) onChange(instantAt(typed, serviceZone)?.toISOString() ?? null);
    setTyped(undefined);
  });
  useEffect(() => {
    // A calendar sends a chosen date at once; the keyboard sends each digit. An empty date is not complete.
    if (!typed) return;
    const timer = setTimeout(enter, settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextField
      type="datetime-local"
      size="small"
      label={`${text('preview.at')} · ${text('window.zone')}`}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={enter}
      onKeyDown={({ key }) => key === 'Enter' && enter()}
      helperText={
        at ? text('window.korea', { time: showInstant(at, locale, koreaZone, true) }) : text('preview.now')
      }
      sx={{ gridColumn: { xs: '1 / -1', md: 'span 2' } }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { max: '9999-12-31T23:59' },
        input: {
          endAdornment: at ? (
            <InputAdornment position="end">
              <IconButton
                size="small"
                aria-label={text('preview.back_to_now')}
                onClick={() => onChange(null)}
              >
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ) : null,
        },
      }}
    />
  );
}
