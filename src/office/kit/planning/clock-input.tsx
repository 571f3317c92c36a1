/** When something is to happen: entered on the service's clock, with what the clock in Korea shows then. */
import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, TextField } from '@mui/material';
import { fieldText } from '../../../contract/messages.ts';
import { instantsAt, koreaZone, serviceZone, showInstant, wallClock } from '../../../contract/zone.ts';
import { useOfficeLocale, useText } from '../../i18n/i18n-provider.ts';

/** What has been entered; `turn` says which, of a time that comes twice. */
export interface Clock {
  wall: string;
  turn: 'first' | 'second' | null;
}

/** What a clock of the service shows at an instant. */
export function clockOf(instant: Date): Clock {
  const wall = wallClock(instant, serviceZone);
  const all = instantsAt(wall, serviceZone);
  const isSecond = all.length === 2 && all[1]?.getTime() === instant.getTime();
  return { wall, turn: all.length === 2 ? (isSecond ? 'second' : 'first') : null };
}

/** The instant that was entered; undefined while it is none, or not known which. */
export function instantOf({ wall, turn }: Clock): Date | undefined {
  const all = instantsAt(wall, serviceZone);
  if (all.length < 2) return all[0];
  return turn === null ? undefined : all[turn === 'first' ? 0 : 1];
}

/** Tomorrow at nine on the service's clock. */
export function tomorrow(): Clock {
  const day = wallClock(new Date(Date.now() + 86_400_000), serviceZone).slice(0, 10);
  return { wall: `${day}T09:00`, turn: null };
}

interface ClockInputProps {
  value: Clock;
  onChange: (value: Clock) => void;
  /** What the server said of it. */
  error?: string | undefined;
}

export function ClockInput({ value, onChange, error }: ClockInputProps) {
  const text = useText();
  const locale = useOfficeLocale();
  const all = instantsAt(value.wall, serviceZone);
  const korea = (instant: Date) => showInstant(instant.toISOString(), locale, koreaZone, true);
  const isSkipped = value.wall !== '' && all.length === 0;
  const wrong = isSkipped ? fieldText('applies_at', 'hour_skipped', locale) : error;
  const [first, second] = all;
  return (
    <>
      <TextField
        type="datetime-local"
        label={text('plan.at')}
        value={value.wall}
        onChange={(event) => onChange({ wall: event.target.value, turn: null })}
        error={Boolean(wrong)}
        helperText={wrong ?? (first && !second ? text('window.korea', { time: korea(first) }) : ' ')}
        required
        fullWidth
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '9999-12-31T23:59' } }}
      />
      {first && second && (
        <FormControl>
          <FormLabel>{text('plan.turn')}</FormLabel>
          <RadioGroup
            value={value.turn ?? ''}
            onChange={(_event, turn) => onChange({ ...value, turn: turn === 'second' ? 'second' : 'first' })}
          >
            <FormControlLabel
              value="first"
              control={<Radio size="small" />}
              label={text('plan.turn_first', { time: korea(first) })}
            />
            <FormControlLabel
              value="second"
              control={<Radio size="small" />}
              label={text('plan.turn_second', { time: korea(second) })}
            />
          </RadioGroup>
        </FormControl>
      )}
    </>
  );
}
