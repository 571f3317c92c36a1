import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { CaptionStyle } from '../../contract/caption-style.ts';
import { isTelevision } from '../television.ts';
import { CaptionStyleForm } from './caption-style-form.tsx';
import type { AudioChoice, AudioKind } from './engine.ts';
import type { Preferences } from './preferences.ts';
import type { Audio, Captions, Quality } from './use-engine.ts';

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

/** A television has no Tab. There, left and right go to the next group of choices, list or button. */
function stepBetweenGroups(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (step === 0 || !isTelevision()) return;
  const groups = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('fieldset:has(input), select, button'),
  ];
  const from = groups.findIndex((group) => group.contains(document.activeElement));
  event.preventDefault();
  event.stopPropagation();
  const next = groups[from + step];
  (next?.querySelector<HTMLElement>('input:checked, input') ?? next)?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
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
  letterKeys: boolean;
  onLetterKeys: (letterKeys: boolean) => void;
}

/** Quality, speed, and a switch for shortcuts of one key. */
export function SettingsMenu({ quality, rate, onRate, letterKeys, onLetterKeys }: SettingsMenuProps) {
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
      {!isTelevision() && (
        <Choices
          title={t`한 글자 단축키`}
          chosen={letterKeys ? 'on' : 'off'}
          onChoose={(value) => onLetterKeys(value === 'on')}
          choices={[
            { value: 'on', name: t`켜기` },
            { value: 'off', name: t`끄기` },
          ]}
        />
      )}
    </Panel>
  );
}

/** The names of audio tracks, such as "English (dubbed)". Equal names get a number. */
function useAudioNames(choices: readonly AudioChoice[]): string[] {
  const { t, i18n } = useLingui();
  const kinds: Record<AudioKind, (name: string) => string> = {
    main: (name) => name,
    dub: (name) => t`${name} (더빙)`,
    description: (name) => t`${name} (화면 해설)`,
    commentary: (name) => t`${name} (코멘터리)`,
  };
  const used = new Map<string, number>();
  return choices.map(({ language, kind }) => {
    const name = kinds[kind](language === 'und' ? t`기본 음성` : languageName(i18n.locale, language));
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  });
}

interface CaptionsMenuProps {
  audio: Audio;
  captions: Captions;
  preferences: Preferences;
  onCaptionStyle: (style: CaptionStyle) => void;
}

/** The choice of audio and captions, and the look of captions with a preview. */
export function CaptionsMenu({ audio, captions, preferences, onCaptionStyle }: CaptionsMenuProps) {
  const { t, i18n } = useLingui();
  const audioNames = useAudioNames(audio.choices);
  const { tracks, track: chosen, choose } = captions;
  return (
    <Panel label={audio.choices.length > 1 ? t`음성과 자막` : t`자막`}>
      <div className="space-y-3">
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {audio.choices.length > 1 && (
            <Choices
              title={t`음성`}
              chosen={audio.choices.find(({ active }) => active)?.id ?? ''}
              onChoose={audio.choose}
              choices={audio.choices.map(({ id }, at) => ({ value: id, name: audioNames[at] }))}
            />
          )}
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
        </div>
        <CaptionStyleForm style={preferences.captionStyle} onStyle={onCaptionStyle} />
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
