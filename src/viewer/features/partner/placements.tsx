import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Shelf } from '../../../ui/components/shelf.tsx';
import { mailTo } from '../support/contact.tsx';

interface Placement {
  key: string;
  name: string;
  text: ReactNode;
  drawing: ReactNode;
}

/** The lines of the drawn schedule: where each lies, and how long its first programme is. */
const airings = [
  { y: 26, width: 120 },
  { y: 58, width: 88 },
  { y: 90, width: 150 },
  { y: 122, width: 104 },
];

/** The places where ads appear, drawn; each leads to an inquiry about it. */
export function Placements() {
  const { t } = useLingui();
  const places: Placement[] = [
    {
      key: 'main',
      name: t`홈 메인 배너`,
      text: <Trans>홈을 열면 가장 먼저 보여요. 이미지나 영상으로, 10초 또는 영상 길이만큼 나와요.</Trans>,
      drawing: (
        <>
          <rect x="16" y="26" width="288" height="92" rx="6" fill="var(--color-vermilion)" />
          <Rows y={132} />
        </>
      ),
    },
    {
      key: 'small',
      name: t`홈 작은 배너`,
      text: <Trans>작품 사이에서 두 개씩 보여요. 최대 여섯 개가 10초마다 바뀌어요.</Trans>,
      drawing: (
        <>
          <rect x="16" y="26" width="288" height="44" rx="6" fill="var(--color-line)" />
          <rect x="16" y="82" width="138" height="40" rx="6" fill="var(--color-vermilion)" />
          <rect x="166" y="82" width="138" height="40" rx="6" fill="var(--color-vermilion)" />
          <Rows y={136} />
        </>
      ),
    },
    {
      key: 'partner',
      name: t`콘텐츠 제휴`,
      text: <Trans>가지고 계신 작품을 제휴사 이름으로 한데 모아 보여 드려요.</Trans>,
      drawing: (
        <>
          <rect x="16" y="26" width="120" height="16" rx="4" fill="var(--color-vermilion)" />
          {[54, 116].map((y) =>
            [16, 76, 136, 196, 256].map((x) => (
              <rect key={`${x}-${y}`} x={x} y={y} width="48" height="54" rx="4" fill="var(--color-line)" />
            )),
          )}
        </>
      ),
    },
    {
      key: 'live',
      name: t`실시간 채널`,
      text: <Trans>채널로 편성해 편성표에서 함께 찾을 수 있게 해 드려요.</Trans>,
      drawing: airings.map(({ y, width }, row) => (
        <g key={y}>
          <rect x="16" y={y} width="44" height="24" rx="4" fill="var(--color-line)" />
          <rect
            x="68"
            y={y}
            width={width}
            height="24"
            rx="4"
            fill={row === 1 ? 'var(--color-vermilion)' : 'var(--color-line)'}
          />
          <rect x={76 + width} y={y} width={228 - width} height="24" rx="4" fill="var(--color-line)" />
        </g>
      )),
    },
  ];
  return (
    <Shelf
      items={places}
      keyOf={({ key }) => key}
      shape="landscape"
      label={t`광고가 보이는 자리`}
      previousLabel={t`이전`}
      nextLabel={t`다음`}
    >
      {({ name, text, drawing }, tabIndex) => (
        <a
          href={mailTo({ subject: t`광고 문의: ${name}` })}
          tabIndex={tabIndex}
          className="block h-full rounded-md bg-surface p-3 transition-colors hover:bg-raised"
        >
          <svg
            viewBox="0 0 320 180"
            aria-hidden="true"
            focusable="false"
            className="w-full rounded-sm bg-ground"
          >
            <rect x="16" y="10" width="40" height="6" rx="3" fill="var(--color-line)" />
            {drawing}
          </svg>
          <h3 className="mt-3 px-1 text-16 tablet:text-18">{name}</h3>
          <p className="mt-1 px-1 pb-1 text-14 text-quiet">{text}</p>
        </a>
      )}
    </Shelf>
  );
}

/** Rows of pictures under what matters. */
function Rows({ y }: { y: number }) {
  return [16, 90, 164, 238].map((x) => (
    <rect key={x} x={x} y={y} width="66" height="34" rx="4" fill="var(--color-line)" />
  ));
}
