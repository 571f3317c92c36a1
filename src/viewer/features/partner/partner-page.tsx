import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { branches } from '../../../contract/branches.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { ListPage } from '../../cards/list-page.tsx';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { useApp } from '../../context.ts';
import { Section } from '../../page/section.tsx';
import { newReleaseQuery } from '../catalog/new-release.queries.ts';
import { Contact, mailTo } from '../support/contact.tsx';
import { Placements } from './placements.tsx';

/** For advertisers and partners: where ads appear, beside what, how to ask, where our offices are. */
export function PartnerPage() {
  const { t } = useLingui();
  const context = useApp();
  const cards = useInfiniteQuery(newReleaseQuery(context, {})).data?.pages[0]?.data ?? [];
  const body = [t`회사 이름:`, t`이름과 연락처:`, t`문의할 내용:`].join('\n');
  const mediaKit = `/media-kit.html?lang=${context.locale}`;
  return (
    <ListPage title={t`광고·제휴`}>
      <div className="space-y-12 pt-2">
        <p className="gutter max-w-3xl text-18 text-quiet">
          <Trans>
            북미에서 한국 드라마와 예능을 보는 가정에 한국어와 영어로 다가가세요. 어디에 어떻게 보이는지 먼저
            살펴보고 문의해 주세요.
          </Trans>
        </p>
        <Section title={<Trans>광고가 보이는 자리</Trans>}>
          <Placements />
        </Section>
        {cards.length > 0 && (
          <Section title={<Trans>이런 작품과 함께해요</Trans>}>
            <TitleShelf cards={cards} shape="portrait" label={t`이런 작품과 함께해요`} />
          </Section>
        )}
        <section
          aria-labelledby="inquiry-title"
          className="gutter grid items-start gap-6 desktop:grid-cols-2"
        >
          <div className="rounded-lg bg-surface p-6 tablet:p-8">
            <h2 id="inquiry-title" className="text-18 tablet:text-22">
              <Trans>문의하기</Trans>
            </h2>
            <p className="mt-2 text-quiet">
              <Trans>알맞은 양식을 고르면 메일이 열려요. 빈칸을 채워 보내 주세요.</Trans>
            </p>
            <ul className="mt-4 flex flex-wrap gap-3">
              <li>
                <a href={mailTo({ subject: t`광고 문의`, body })} className={buttonClass('primary')}>
                  <Trans>광고 문의</Trans>
                </a>
              </li>
              <li>
                <a href={mailTo({ subject: t`콘텐츠 제휴 문의`, body })} className={buttonClass('quiet')}>
                  <Trans>콘텐츠 제휴 문의</Trans>
                </a>
              </li>
              <li>
                <a href={mailTo({ subject: t`지점 문의`, body })} className={buttonClass('quiet')}>
                  <Trans>지점 문의</Trans>
                </a>
              </li>
            </ul>
            <Contact subject={t`광고·제휴`} />
          </div>
          <div className="rounded-lg bg-surface p-6 tablet:p-8">
            <h2 className="text-18 tablet:text-22">
              <Trans>매체 소개서</Trans>
            </h2>
            <p className="mt-2 text-quiet">
              <Trans>서비스 현황과 광고 자리, 지점을 한 파일에 담았어요. 그대로 인쇄할 수 있어요.</Trans>
            </p>
            <p className="mt-4">
              <a href={mediaKit} download="" className={buttonClass('quiet')}>
                <Trans>매체 소개서 내려받기</Trans>
              </a>
            </p>
          </div>
        </section>
        <section className="gutter">
          <Offices />
        </section>
      </div>
    </ListPage>
  );
}

function Offices() {
  const { t } = useLingui();
  const { locale } = useApp();
  return (
    <table className="w-full max-w-3xl border-t border-line text-left">
      <caption className="pb-3 text-left text-18 font-bold tablet:text-22">
        <Trans>지점</Trans>
      </caption>
      <thead className="text-14 text-quiet">
        <tr className="border-b border-line">
          <th scope="col" className="py-3 pr-4 font-medium">
            <Trans>지점 이름</Trans>
          </th>
          <th scope="col" className="py-3 pr-4 font-medium">
            <Trans>위치</Trans>
          </th>
          <th scope="col" className="py-3 font-medium">
            <Trans>지도</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {branches.map((branch) => {
          const name = locale === 'ko' ? branch.name_ko : branch.name_en;
          return (
            <tr key={branch.code} className="border-b border-line/60">
              <th scope="row" className="py-3 pr-4 font-medium">
                <span className="whitespace-nowrap">{name}</span>{' '}
                <span className="text-14 font-normal text-quiet">{branch.code}</span>
              </th>
              <td className="py-3 pr-4 text-quiet" lang="en">
                {branch.place}
              </td>
              <td className="py-3">
                <a
                  href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(branch.place)}`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t`${name} 지도 보기, 새 창`}
                  className="rounded-sm font-semibold whitespace-nowrap text-jade underline underline-offset-4"
                >
                  <Trans>지도 보기</Trans>
                </a>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
