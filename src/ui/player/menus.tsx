import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { isTelevision } from '../television.ts';
import {
  type CaptionBackground,
  type CaptionSize,
  captionBackgrounds,
  captionSizes,
  type Preferences,
} from './preferences.ts';
import type { Captions, Quality } from './use-engine.ts';

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** The box that a menu opens in, above its button; the first choice gets the focus. */
function Panel({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen =
      ref.current?.querySelector<HTMLElement>('input:checked') ?? ref.current?.querySelector('input');
    chosen?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={label}
      onKeyDown={stepBetweenGroups}
      className="absolute right-0 bottom-full mb-2 flex max-h-[min(60dvh,520px)] animate-pop gap-6 overflow-y-auto rounded-md border border-line bg-surface/95 p-4 shadow-panel backdrop-blur-xl"
    >
      {children}
    </div>
  );
}

/** On a television left and right go from one group of choices to the next: there is no Tab. */
function stepBetweenGroups(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (step === 0 || !isTelevision()) return;
  const groups = [...event.currentTarget.querySelectorAll('fieldset')];
  const from = groups.findIndex((group) => group.contains(document.activeElement));
  event.preventDefault();
  event.stopPropagation();
  groups[from + step]?.querySelector<HTMLElement>('input:checked, input')?.focus({ preventScroll: true });
}

interface Choice<T> {
  value: T;
  name: ReactNode;
}

function Choices<T extends string | number>({
  title,
  choices,
  chosen,
  onChoose,
}: {
  title: string;
  choices: readonly Choice<T>[];
  chosen: T;
  onChoose: (value: T) => void;
}) {
  const group = useId();
  return (
    <fieldset className="min-w-36">
      <legend className="mb-1 px-3 text-14 font-bold text-quiet">{title}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-16 whitespace-nowrap hover:bg-text/10 has-checked:font-bold has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-jade"
        >
          <input
            type="radio"
            name={group}
            className="size-4 accent-vermilion outline-none"
            checked={choice.value === chosen}
            onChange={() => onChoose(choice.value)}
          />
          {choice.name}
        </label>
      ))}
    </fieldset>
  );
}

interface SettingsMenuProps {
  quality: Quality;
  /** Null where there is only one speed: live channels always play at normal speed. */
  rate: number | null;
  onRate: (rate: number) => void;
}

/** Quality and speed. */
export function SettingsMenu({ quality, rate, onRate }: SettingsMenuProps) {
  const { t } = useLingui();
  const { heights, current, height, choose } = quality;
  return (
    <Panel label={t`재생 설정`}>
      <Choices
        title={t`화질`}
        chosen={height ?? 0}
        onChoose={(value) => choose(value === 0 ? null : value)}
        choices={[
          {
            value: 0,
            name: current && height === null ? t`자동 (${current}p)` : t`자동`,
          },
          ...heights.map((each) => ({ value: each, name: `${each}p` })),
        ]}
      />
      {rate !== null && (
        <Choices
          title={t`재생 속도`}
          chosen={rate}
          onChoose={onRate}
          choices={speeds.map((value) => ({ value, name: value === 1 ? t`보통` : `${value}×` }))}
        />
      )}
    </Panel>
  );
}

interface CaptionsMenuProps {
  captions: Captions;
  preferences: Preferences;
  onPreferences: (change: Partial<Preferences>) => void;
}

/** Which captions, and how they look; what they look like is shown at once. */
export function CaptionsMenu({ captions, preferences, onPreferences }: CaptionsMenuProps) {
  const { t, i18n } = useLingui();
  const { tracks, track: chosen, choose } = captions;
  const sizes: Record<CaptionSize, string> = {
    small: t`작게`,
    medium: t`보통 크기`,
    large: t`크게`,
    huge: t`아주 크게`,
  };
  const backgrounds: Record<CaptionBackground, string> = {
    none: t`배경 없음`,
    half: t`반투명`,
    full: t`검은색`,
  };
  return (
    <Panel label={t`자막`}>
      <div className="space-y-3">
        <div
          className="caption-preview"
          data-caption-size={preferences.captionSize}
          data-caption-background={preferences.captionBackground}
        >
          <span>
            <Trans>자막이 이렇게 보여요</Trans>
          </span>
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <Choices
            title={t`자막`}
            chosen={chosen ?? -1}
            onChoose={(value) => choose(value === -1 ? null : value)}
            choices={[
              { value: -1, name: t`끄기` },
              ...tracks.map(({ id, label, language }) => ({
                value: id,
                name: label || languageName(i18n.locale, language),
              })),
            ]}
          />
          <Choices
            title={t`크기`}
            chosen={preferences.captionSize}
            onChoose={(captionSize) => onPreferences({ captionSize })}
            choices={captionSizes.map((value) => ({ value, name: sizes[value] }))}
          />
          <Choices
            title={t`배경`}
            chosen={preferences.captionBackground}
            onChoose={(captionBackground) => onPreferences({ captionBackground })}
            choices={captionBackgrounds.map((value) => ({ value, name: backgrounds[value] }))}
          />
        </div>
      </div>
    </Panel>
  );
}

function languageName(locale: string, language: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
