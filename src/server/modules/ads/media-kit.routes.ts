/** The media kit: a file to download and pass on, with the service's own figures and every place for an ad. */
import type { FastifyInstance } from 'fastify';
import { branches } from '../../../contract/branches.ts';
import type { Locale } from '../../../contract/errors.ts';
import { encodePage } from '../../cache/response-cache.ts';
import type { Context } from '../../context.ts';
import { askerOf, sendCached } from '../../http/bind.ts';
import { escaped } from '../../http/markup.ts';
import { originOf } from '../../http/origin.ts';
import { listCategories } from '../catalog/catalog.service.ts';
import { countTitles } from '../catalog/public-pages.service.ts';
import { countChannels } from '../live/live.service.ts';
import { guest } from '../sign-in/sign-in.service.ts';

interface Words {
  title: string;
  lead: string;
  figures: (titles: number, channels: number, categories: string) => [name: string, value: string][];
  places: string;
  place: string;
  form: string;
  shown: string;
  rows: [place: string, form: string, shown: string][];
  counted: string;
  offices: string;
  contact: string;
}

const words: Record<Locale, Words> = {
  ko: {
    title: '매체 소개서',
    lead: '북미에서 한국 드라마와 예능, 영화, 실시간 TV를 한국어와 영어로 보여 드리는 서비스예요.',
    figures: (titles, channels, categories) => [
      ['지금 볼 수 있는 작품', `${titles.toLocaleString('ko')}편`],
      ['실시간 채널', `${channels.toLocaleString('ko')}개`],
      ['카테고리', categories],
      ['서비스 지역', '북미'],
      ['시청 기기', 'PC, 모바일, 셋톱박스'],
    ],
    places: '광고 위치',
    place: '위치',
    form: '소재',
    shown: '노출 방식',
    rows: [
      ['홈 메인 배너', '이미지 또는 영상, 16:9', '10초 또는 영상 길이만큼, 다른 배너와 차례로'],
      ['홈 작은 배너', '이미지, 16:9', '한 번에 두 개씩, 최대 여섯 개가 10초마다 바뀜'],
    ],
    counted: '노출은 배너가 화면에 들어올 때, 클릭은 누를 때 한 번씩만 집계해요.',
    offices: '지점',
    contact: '문의',
  },
  en: {
    title: 'Media Kit',
    lead: 'We bring Korean dramas, variety shows, films and live TV to North America, in Korean and English.',
    figures: (titles, channels, categories) => [
      ['Titles to watch now', titles.toLocaleString('en')],
      ['Live channels', channels.toLocaleString('en')],
      ['Categories', categories],
      ['Region', 'North America'],
      ['Devices', 'PC, mobile, set-top box'],
    ],
    places: 'Where ads appear',
    place: 'Place',
    form: 'Format',
    shown: 'How it is shown',
    rows: [
      [
        'Home page main banner',
        'Image or video, 16:9',
        '10 seconds or the video’s length, in turn with other banners',
      ],
      ['Home page small banners', 'Image, 16:9', 'Two at a time, up to six, changing every 10 seconds'],
    ],
    counted: 'An impression counts once when a banner comes into view, a click once when it is pressed.',
    offices: 'Branches',
    contact: 'Contact',
  },
};

const styles = `body{margin:0 auto;max-width:760px;padding:48px 24px;font:16px/1.6 Pretendard,"Apple SD Gothic Neo","Malgun Gothic",system-ui,sans-serif;color:#14181d;word-break:keep-all}
h1{font-size:36px;line-height:1.25;margin:0 0 12px}h2{font-size:22px;margin:40px 0 12px}
header{border-top:8px solid #ff5c3e;padding-top:24px}table{width:100%;border-collapse:collapse}
th,td{padding:10px 12px 10px 0;border-bottom:1px solid #d5dae0;text-align:left;vertical-align:top}
tbody th{width:34%;font-weight:600}footer{margin-top:40px;font-size:14px;color:#4a5560}@media print{body{padding:0}}`;

const row = (cells: readonly string[]) =>
  `<tr>${cells.map((cell, at) => (at === 0 ? `<th scope="row">${escaped(cell)}</th>` : `<td>${escaped(cell)}</td>`)).join('')}</tr>`;

/** The whole file. It is self-contained: it loads nothing. */
async function write(context: Context, locale: Locale, origin: string): Promise<string> {
  const { db, config } = context;
  const say = words[locale];
  const { viewer } = guest(config.homeCountry);
  const [titles, channels, categories] = await Promise.all([
    countTitles(db, viewer, context.now()),
    countChannels(context, viewer),
    listCategories(context, locale),
  ]);
  const name = `${config.brand[locale]} ${say.title}`;
  const figures = say.figures(titles, channels, categories.map((category) => category.name).join(', '));
  const offices = branches.map((branch) => [
    locale === 'ko' ? branch.name_ko : branch.name_en,
    branch.code,
    branch.place,
  ]);
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escaped(name)}</title><style>${styles}</style></head><body>
<header><h1>${escaped(name)}</h1><p>${escaped(say.lead)}</p></header>
<table><tbody>${figures.map(row).join('')}</tbody></table>
<h2>${say.places}</h2>
<table><thead><tr><th scope="col">${say.place}</th><th scope="col">${say.form}</th><th scope="col">${say.shown}</th></tr></thead>
<tbody>${say.rows.map(row).join('')}</tbody></table><p>${say.counted}</p>
<h2>${say.offices}</h2><table><tbody>${offices.map(row).join('')}</tbody></table>
<h2>${say.contact}</h2><table><tbody>${[[config.contact.email, config.contact.phone]].map(row).join('')}</tbody></table>
<footer>${escaped(origin)}</footer></body></html>
`;
}

/** Registers `/media-kit.html`. */
export function serveMediaKit(app: FastifyInstance, context: Context): void {
  app.get('/media-kit.html', { schema: { hide: true } }, async (request, reply) => {
    const { locale } = request;
    const origin = originOf(context.config, request);
    const cached = await context.responseCache.get(
      `media-kit|${locale}|${origin}`,
      'page',
      async () => encodePage(await write(context, locale, origin), 200),
      askerOf(request),
    );
    reply.header('content-disposition', `attachment; filename="media-kit-${locale}.html"`);
    return sendCached(request, reply, cached);
  });
}
