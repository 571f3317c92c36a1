import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { site } from '../../../ui/brand.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { useSession } from '../../context.ts';
import { StoreBadges } from '../../page/store-badges.tsx';
import { Contact } from '../support/contact.tsx';
import { FeeTables } from './fee-tables.tsx';

/** Features of the service. */
export function Features() {
  return (
    <>
      <ul className="grid gap-4 tablet:grid-cols-2 desktop:grid-cols-3">
        <Feature title={<Trans>한국 드라마와 예능, 영화</Trans>}>
          <Trans>새로 나온 회차가 한국 방송 뒤 빠르게 올라와요. 처음부터 몰아 볼 수도 있어요.</Trans>
        </Feature>
        <Feature title={<Trans>실시간 TV</Trans>}>
          <Trans>채널을 골라 바로 보고, 편성표에서 다음 방송도 확인하세요.</Trans>
        </Feature>
        <Feature title={<Trans>한국어와 영어</Trans>}>
          <Trans>화면도 검색도 두 언어로 쓸 수 있어요. 자막은 보면서 고르세요.</Trans>
        </Feature>
        <Feature title={<Trans>우리 집 프로필</Trans>}>
          <Trans>가족이 각자 프로필을 따로 쓰고, 어린이 프로필에는 나이에 맞는 콘텐츠만 보여요.</Trans>
        </Feature>
        <Feature title={<Trans>보던 곳부터 이어서</Trans>}>
          <Trans>거실에서 보던 장면을 휴대전화에서 그대로 이어 볼 수 있어요.</Trans>
        </Feature>
        <Feature title={<Trans>PC, 모바일, 셋톱박스</Trans>}>
          <Trans>브라우저와 앱, TV에 연결한 셋톱박스로 볼 수 있어요.</Trans>
        </Feature>
      </ul>
      <h2 className="mt-12 text-22">
        <Trans>무료와 이용권</Trans>
      </h2>
      <table className="mt-4 w-full max-w-3xl border-t border-line text-left">
        <thead className="text-14 text-quiet">
          <tr className="border-b border-line">
            <td className="py-3 pr-4" />
            <th scope="col" className="py-3 pr-4 font-medium">
              <Trans>이용권 없이</Trans>
            </th>
            <th scope="col" className="py-3 font-medium">
              <Trans>이용권으로</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          <Compare name={<Trans>무료 콘텐츠</Trans>} free="yes" plan="yes" />
          <Compare name={<Trans>프리미엄 콘텐츠</Trans>} free="no" plan="yes" />
          <Compare name={<Trans>영상 광고 없음</Trans>} free="no" plan="some" />
        </tbody>
      </table>
      <p className="mt-8">
        <Link to="/plans" className={buttonClass('primary')}>
          <Trans>이용권 보기</Trans>
        </Link>
      </p>
    </>
  );
}

function Feature({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li className="rounded-lg bg-surface p-6">
      <h2 className="text-18">{title}</h2>
      <p className="mt-2 text-quiet">{children}</p>
    </li>
  );
}

/** `some`: it depends on the plan. */
type Promised = 'yes' | 'no' | 'some';

function Compare({ name, free, plan }: { name: ReactNode; free: Promised; plan: Promised }) {
  return (
    <tr className="border-b border-line/60">
      <th scope="row" className="py-3 pr-4 font-medium">
        {name}
      </th>
      <td className="py-3 pr-4">
        <Mark is={free} />
      </td>
      <td className="py-3">
        <Mark is={plan} />
      </td>
    </tr>
  );
}

function Mark({ is }: { is: Promised }) {
  const { t } = useLingui();
  if (is === 'some') return <Trans>이용권에 따라 달라요</Trans>;
  return (
    <>
      <Icon
        name={is === 'yes' ? 'check' : 'close'}
        size={20}
        className={is === 'yes' ? 'text-jade' : 'text-quiet'}
      />
      <span className="sr-only">{is === 'yes' ? t`가능` : t`불가`}</span>
    </>
  );
}

/** From no account to the first title. */
export function Register() {
  const { t } = useLingui();
  const signedIn = useSession();
  return (
    <div className="grid gap-10 desktop:grid-cols-2">
      <section>
        <h2 className="text-22">
          <Trans>가입은 이렇게 해요</Trans>
        </h2>
        <Steps>
          <li>
            <Trans>아이디와 이메일 주소로 가입하고, 메일로 받은 인증 번호를 입력해요.</Trans>
          </li>
          <li>
            <Trans>보는 사람마다 프로필을 만들고 골라요.</Trans>
          </li>
          <li>
            <Trans>무료 콘텐츠는 바로 볼 수 있어요. 모두 보고 싶으면 이용권을 고르세요.</Trans>
          </li>
        </Steps>
        <p className="mt-8 flex flex-wrap gap-3">
          {!signedIn && (
            <Link to="/signup" className={buttonClass('primary')}>
              <Trans>가입하기</Trans>
            </Link>
          )}
          <Link to="/plans" className={buttonClass(signedIn ? 'primary' : 'quiet')}>
            <Trans>이용권 보기</Trans>
          </Link>
          <Link to="/trial" className={buttonClass('quiet')}>
            <Trans>무료 체험</Trans>
          </Link>
        </p>
      </section>
      <Help subject={t`가입 신청`} />
    </div>
  );
}

/** How to install the apps and the set-top box, and what that costs. */
export function Guide() {
  return (
    <div className="space-y-12">
      <div className="grid gap-10 desktop:grid-cols-2">
        <section>
          <h2 className="text-22">
            <Trans>앱 내려받기</Trans>
          </h2>
          <Steps>
            <li>
              <Trans>휴대전화에 맞는 스토어를 열어요.</Trans>
            </li>
            <li>
              <Trans>앱을 설치하고 열어요.</Trans>
            </li>
            <li>
              <Trans>쓰던 아이디로 로그인하고 프로필을 골라요.</Trans>
            </li>
          </Steps>
          <div className="mt-6">
            <StoreBadges />
          </div>
        </section>
        <section>
          <h2 className="text-22">
            <Trans>셋톱박스 설치하기</Trans>
          </h2>
          <Steps>
            <li>
              <Trans>HDMI 케이블로 셋톱박스를 TV에 연결해요.</Trans>
            </li>
            <li>
              <Trans>랜선을 꽂거나 집 와이파이에 연결해요.</Trans>
            </li>
            <li>
              <Trans>전원을 켜고 TV 외부 입력을 연결한 HDMI로 바꿔요.</Trans>
            </li>
            <li>
              <Trans>화면에서 로그인하고 프로필을 골라요.</Trans>
            </li>
          </Steps>
          {site.install_video_url && (
            <p className="mt-6">
              <a
                href={site.install_video_url}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('quiet')}
              >
                <Icon name="play" size={18} />
                <Trans>설치 영상 보기</Trans>
              </a>
            </p>
          )}
        </section>
      </div>
      <section>
        <h2 className="text-22">
          <Trans>비용 안내</Trans>
        </h2>
        <FeeTables />
      </section>
      <Help />
    </div>
  );
}

function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className="mt-4 list-decimal space-y-2 pl-6 marker:font-bold marker:text-vermilion">{children}</ol>
  );
}

function Help({ subject }: { subject?: string }) {
  return (
    <section className="rounded-lg bg-surface p-6 tablet:p-8">
      <h2 className="text-18 tablet:text-22">
        <Trans>고객센터</Trans>
      </h2>
      <Contact {...(subject ? { subject } : {})} />
    </section>
  );
}
