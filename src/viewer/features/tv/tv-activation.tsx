import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Logo } from '../../../ui/components/logo.tsx';
import { QrCode } from '../../../ui/components/qr-code.tsx';
import { clock } from '../../../ui/player/time.ts';
import { useApp } from '../../context.ts';
import { LocaleSwitch } from '../../layout/locale-switch.tsx';
import { useActivation, type Waiting } from './use-activation.ts';

/** What a television shows until somebody has confirmed it: an address, a code, and both in one picture. */
export function TvActivation() {
  const { locale } = useApp();
  const { waiting, renew } = useActivation();
  return (
    <div className="gutter flex min-h-[90vh] flex-col">
      <header className="flex items-center justify-between">
        <Logo locale={locale} className="text-28" />
        <LocaleSwitch />
      </header>
      <div className="my-auto py-6">
        <h1 className="text-36">
          <Trans>TV에서 로그인하기</Trans>
        </h1>
        <Body waiting={waiting} />
        <Button
          key={waiting.at}
          size="lg"
          className="mt-8"
          // A remote control has to begin somewhere, and there is nothing else to do.
          autoFocus
          onClick={renew}
        >
          {waiting.at === 'failed' ? <Trans>다시 시도하기</Trans> : <Trans>새 코드 받기</Trans>}
        </Button>
      </div>
    </div>
  );
}

function Body({ waiting }: { waiting: Waiting }) {
  switch (waiting.at) {
    case 'asking':
      return (
        <p role="status" aria-busy="true" className="mt-6 text-18 text-quiet">
          <Trans>코드를 받고 있어요…</Trans>
        </p>
      );
    case 'failed':
      return (
        <p role="alert" className="mt-6 text-18">
          <Trans>코드를 받지 못했어요. TV의 인터넷 연결을 확인해 주세요. 곧 다시 시도할게요.</Trans>
        </p>
      );
    case 'denied':
      return (
        <p role="alert" className="mt-6 text-18">
          <Trans>이 TV의 로그인을 거절했어요. 다시 로그인하려면 새 코드를 받아 주세요.</Trans>
        </p>
      );
    case 'waiting':
      return <Code {...waiting} />;
  }
}

function Code({ asked, expiresAt }: Extract<Waiting, { at: 'waiting' }>) {
  const { t } = useLingui();
  const left = useSecondsLeft(expiresAt);
  const address = asked.verification_uri.replace(/^https?:\/\//, '');
  const time = clock(left);
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-16 gap-y-8">
      <div className="rounded-lg bg-white p-2 [&_svg]:size-[38vh] [&_svg]:max-w-full">
        <QrCode text={asked.verification_uri_complete} label={t`휴대전화로 찍으면 로그인 화면이 열려요`} />
      </div>
      <ol className="min-w-[min(100%,26rem)] flex-1 space-y-6">
        <li>
          <p className="text-quiet">
            <Trans>휴대전화 카메라로 QR 코드를 찍거나, 브라우저에서 이 주소를 여세요.</Trans>
          </p>
          <p className="mt-1 text-22 font-bold tablet:text-28">{address}</p>
        </li>
        <li>
          <p className="text-quiet">
            <Trans>이 코드를 입력하세요. QR 코드로 열었다면 같은 코드인지만 보면 돼요.</Trans>
          </p>
          <p
            className="mt-1 text-36 font-extrabold tracking-wider whitespace-nowrap tablet:text-48 tablet:tracking-widest"
            data-user-code=""
          >
            {asked.user_code}
          </p>
        </li>
        <li className="text-quiet">
          <Trans>
            <span className="tabular-nums">{time}</span> 뒤에는 새 코드로 바뀌어요. 확인하면 이 화면은 저절로
            넘어가요.
          </Trans>
        </li>
      </ol>
    </div>
  );
}

/** Counts down to an instant, a second at a time. */
function useSecondsLeft(at: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((at - Date.now()) / 1000));
  const [left, setLeft] = useState(secondsLeft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts to another instant only
  useEffect(() => {
    setLeft(secondsLeft());
    const timer = setInterval(() => setLeft(secondsLeft()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}
