import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import {
  type CaptionColor,
  type CaptionEdge,
  type CaptionFont,
  type CaptionStyle,
  captionColors,
  captionEdges,
  captionFonts,
  captionOpacities,
  captionSizes,
  captionTextOpacities,
  defaultCaptionStyle,
} from '../../contract/caption-style.ts';
import { Button } from '../components/button.tsx';
import { captionLook } from './caption-look.ts';

function Choice<T extends string | number>({
  label,
  value,
  values,
  nameOf,
  onChoose,
}: {
  label: ReactNode;
  value: T;
  values: readonly T[];
  nameOf: (value: T) => string;
  onChoose: (value: T) => void;
}) {
  return (
    <label className="grid grid-cols-1 gap-1 text-14 text-quiet">
      {label}
      <select
        className="min-h-11 min-w-0 rounded-sm border border-line bg-raised px-2 text-16 text-text"
        value={value}
        onChange={(event) => {
          const chosen = values.find((each) => String(each) === event.target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

const percent = (value: number) => `${value}%`;

interface CaptionStyleFormProps {
  style: CaptionStyle;
  onStyle: (style: CaptionStyle) => void;
}

/** The look of captions with a live preview. */
export function CaptionStyleForm({ style, onStyle }: CaptionStyleFormProps) {
  const { t } = useLingui();
  const colors: Record<CaptionColor, string> = {
    white: t`하양`,
    yellow: t`노랑`,
    green: t`초록`,
    cyan: t`하늘`,
    blue: t`파랑`,
    magenta: t`자홍`,
    red: t`빨강`,
    black: t`검정`,
  };
  const fonts: Record<CaptionFont, string> = {
    sans: t`고딕`,
    serif: t`명조`,
    mono_sans: t`고정폭 고딕`,
    mono_serif: t`고정폭 명조`,
    casual: t`손글씨`,
    cursive: t`흘림`,
    small_caps: t`작은 대문자`,
  };
  const edges: Record<CaptionEdge, string> = {
    none: t`없음`,
    raised: t`볼록`,
    depressed: t`오목`,
    uniform: t`외곽선`,
    shadow: t`그림자`,
  };
  const change = (part: Partial<CaptionStyle>) => onStyle({ ...style, ...part });
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="mb-1 text-14 font-bold text-quiet">
        <Trans>자막 모양</Trans>
      </legend>
      <div className="caption-preview" style={captionLook(style)}>
        <p>
          <span>
            <Trans>자막이 이렇게 보여요</Trans>
          </span>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-3 tablet:grid-cols-3">
        <Choice
          label={<Trans>글자 크기</Trans>}
          value={style.size}
          values={captionSizes}
          nameOf={percent}
          onChoose={(size) => change({ size })}
        />
        <Choice
          label={<Trans>글꼴</Trans>}
          value={style.font}
          values={captionFonts}
          nameOf={(font) => fonts[font]}
          onChoose={(font) => change({ font })}
        />
        <Choice
          label={<Trans>글자 테두리</Trans>}
          value={style.edge}
          values={captionEdges}
          nameOf={(edge) => edges[edge]}
          onChoose={(edge) => change({ edge })}
        />
        <Choice
          label={<Trans>글자 색</Trans>}
          value={style.color}
          values={captionColors}
          nameOf={(color) => colors[color]}
          onChoose={(color) => change({ color })}
        />
        <Choice
          label={<Trans>글자 불투명도</Trans>}
          value={style.opacity}
          values={captionTextOpacities}
          nameOf={percent}
          onChoose={(opacity) => change({ opacity })}
        />
        <Choice
          label={<Trans>줄 배경 색</Trans>}
          value={style.background}
          values={captionColors}
          nameOf={(color) => colors[color]}
          onChoose={(background) => change({ background })}
        />
        <Choice
          label={<Trans>줄 배경 불투명도</Trans>}
          value={style.background_opacity}
          values={captionOpacities}
          nameOf={percent}
          onChoose={(background_opacity) => change({ background_opacity })}
        />
        <Choice
          label={<Trans>창 색</Trans>}
          value={style.window}
          values={captionColors}
          nameOf={(color) => colors[color]}
          onChoose={(window) => change({ window })}
        />
        <Choice
          label={<Trans>창 불투명도</Trans>}
          value={style.window_opacity}
          values={captionOpacities}
          nameOf={percent}
          onChoose={(window_opacity) => change({ window_opacity })}
        />
      </div>
      <Button onClick={() => onStyle(defaultCaptionStyle)}>
        <Trans>처음 모양으로</Trans>
      </Button>
    </fieldset>
  );
}
