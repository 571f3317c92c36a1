/** The people on and behind the screen. All of them are invented. */
import type { Craft, DemoPerson } from './types.ts';

const professions: Record<Craft, [ko: string, en: string]> = {
  actor: ['배우', 'Actor'],
  director: ['감독', 'Director'],
  writer: ['작가', 'Writer'],
  producer: ['프로듀서', 'Producer'],
  host: ['진행자', 'Host'],
  comedian: ['코미디언', 'Comedian'],
  singer: ['가수', 'Singer'],
  musician: ['연주자', 'Musician'],
  chef: ['셰프', 'Chef'],
  voice: ['성우', 'Voice Actor'],
  narrator: ['내레이터', 'Narrator'],
};

const rows: [craft: Craft, gender: 'f' | 'm', names: string][] = [
  [
    'actor',
    'f',
    `도해람 Do Hae-ram 1994-03-12, 서이린 Seo I-rin 1991-07-28, 문가온 Moon Ga-on 1998-11-03, 천나림 Cheon Na-rim 1988-01-19,
    하윤슬 Ha Yun-seul 1996-05-22, 반소담 Ban So-dam 1993-09-14, 어진솔 Eo Jin-sol 1999-02-08, 추예본 Chu Ye-bon 1985-12-30,
    명다올 Myeong Da-ol 2000-06-17, 석유온 Seok Yu-on 1990-10-05, 기세라 Ki Se-ra 1982-04-26, 탁은별 Tak Eun-byeol 1997-08-11,
    봉미례 Bong Mi-rye 1958-03-03, 국향순 Guk Hyang-sun 1951-09-21, 편도영 Pyeon Do-yeong 1976-06-09, 변아람 Byeon A-ram 1987-11-15,
    선우결 Seonwoo Gyeol 1995-01-27, 제갈희온 Jegal Hui-on 1992-12-04, 남궁율리 Namgung Yul-ri 2001-04-13, 마해원 Ma Hae-won 1979-07-07,
    도담비 Do Dam-bi 2003-10-29, 위지안나 Wi Ji-anna 1989-05-18, 옥채령 Ok Chae-ryeong 1971-02-24, 방누리 Bang Nu-ri 1994-08-31,
    육새봄 Yuk Sae-bom 1998-03-16, 인가람 In Ga-ram 1984-09-02, 설초아 Seol Cho-a 2007-06-25, 모은재 Mo Eun-jae 1968-12-12,
    범하늬 Beom Ha-nui 1996-10-20, 금소율 Geum So-yul 2010-01-09`,
  ],
  [
    'actor',
    'm',
    `차무진 Cha Mu-jin 1989-02-17, 길하준 Gil Ha-jun 1993-06-30, 표승우 Pyo Seung-u 1986-10-12, 류건호 Ryu Geon-ho 1991-04-04,
    맹도윤 Maeng Do-yun 1997-12-21, 견우솔 Gyeon U-sol 1999-08-15, 노태겸 Noh Tae-gyeom 1983-03-29, 염시후 Yeom Si-hu 1995-07-18,
    곽한별 Kwak Han-byeol 1992-01-06, 피재하 Pi Jae-ha 1988-09-25, 도경산 Do Gyeong-san 1964-05-11, 방두칠 Bang Du-chil 1955-11-02,
    석만복 Seok Man-bok 1949-08-08, 여운철 Yeo Un-cheol 1973-02-14, 심라온 Shim Ra-on 1998-04-23, 황보결 Hwangbo Gyeol 1994-10-10,
    독고찬 Dokgo Chan 1981-06-06, 사공윤 Sagong Yun 1990-12-27, 은시백 Eun Si-baek 1996-02-02, 복태양 Bok Tae-yang 2002-07-14,
    형다온 Hyeong Da-on 2000-05-05, 채우림 Chae U-rim 1987-08-19, 목진규 Mok Jin-gyu 1977-01-31, 감찬호 Gam Chan-ho 1969-10-16,
    빈우주 Bin U-ju 2009-03-21, 라도현 Ra Do-hyeon 1993-11-26, 승이안 Seung I-an 1995-09-09, 용해담 Yong Hae-dam 1984-04-18,
    경무열 Gyeong Mu-yeol 1975-07-23, 단하람 Dan Ha-ram 2004-12-01`,
  ],
  [
    'director',
    'f',
    `연서하 Yeon Seo-ha 1979-05-14, 강물결 Kang Mul-gyeol 1984-08-22, 진소낙 Jin So-nak 1990-02-11, 함예래 Ham Ye-rae 1986-06-19,
    우도담 Woo Do-dam 1974-10-08, 임솔미르 Lim Sol-mir 1988-03-27, 천해온 Cheon Hae-on 1993-12-15`,
  ],
  [
    'director',
    'm',
    `오건일 Oh Geon-il 1970-09-05, 백산하 Baek San-ha 1981-01-23, 조결솔 Cho Gyeol-sol 1987-07-12, 권나루 Kwon Na-ru 1976-04-30,
    신우령 Shin U-ryeong 1968-11-18, 홍미담 Hong Mi-dam 1991-05-03, 민재율 Min Jae-yul 1983-08-27`,
  ],
  [
    'writer',
    'f',
    `윤달샘 Yoon Dal-saem 1982-03-09, 손그린 Son Geu-rin 1977-12-20, 양은새 Yang Eun-sae 1989-06-14, 주하린 Joo Ha-rin 1992-09-28,
    전밀아 Jeon Mil-a 1973-05-25`,
  ],
  [
    'writer',
    'm',
    `한글재 Han Geul-jae 1980-10-02, 최노찬 Choi No-chan 1987-04-07, 안이룸 An I-rum 1990-08-16`,
  ],
  [
    'producer',
    'f',
    `송나비 Song Na-bi 1983-07-04, 허여울 Heo Yeo-ul 1988-11-29, 구새름 Gu Sae-reum 1991-02-21`,
  ],
  ['producer', 'm', `장터울 Jang Teo-ul 1979-09-13, 유바람 Yoo Ba-ram 1985-06-01`],
  ['host', 'f', `노다미 Noh Da-mi 1984-02-26, 신아롱 Shin A-rong 1990-10-31, 차오늘 Cha O-neul 1987-05-09`],
  [
    'host',
    'm',
    `구본새 Gu Bon-sae 1978-08-03, 이루마결 Lee Ruma-gyeol 1989-01-14, 정들찬 Jeong Deul-chan 1974-11-06`,
  ],
  ['comedian', 'f', `박하품 Park Ha-pum 1986-04-19, 조잔디 Cho Jan-di 1992-07-25`],
  [
    'comedian',
    'm',
    `배나산 Bae Na-san 1980-03-30, 나웅찬 Na Ung-chan 1991-09-17, 허선비 Heo Seon-bi 1983-12-08`,
  ],
  [
    'singer',
    'f',
    `이윤슬 Lee Yun-seul 1996-01-20, 달하음 Dal Ha-eum 1999-06-03, 김소담 Kim So-dam 1971-10-24`,
  ],
  ['singer', 'm', `온유담 On Yu-dam 1994-05-30, 강울림 Kang Ul-rim 1988-08-12`],
  ['musician', 'f', `현가야 Hyeon Ga-ya 1985-09-19, 진해금 Jin Hae-geum 1990-03-05`],
  ['musician', 'm', `복도진 Bok Do-jin 1977-07-01, 서기단 Seo Gi-dan 1992-12-23`],
  ['chef', 'f', `장덕순 Jang Deok-sun 1956-04-14, 나물희 Na Mul-hui 1981-10-27, 오미담 Oh Mi-dam 1990-02-18`],
  ['chef', 'm', `한소반 Han So-ban 1979-06-22, 육도진 Yuk Do-jin 1986-11-11`],
  [
    'voice',
    'f',
    `이수랑 Lee Su-rang 1987-03-18, 유맑음 Yu Mal-geum 1993-08-06, 반은하 Ban Eun-ha 1990-05-27`,
  ],
  [
    'voice',
    'm',
    `우령찬 Woo Ryeong-chan 1976-09-30, 도란호 Do Ran-ho 1985-12-05, 방울찬 Bang Ul-chan 1991-04-21`,
  ],
  ['narrator', 'f', `고요안 Ko Yo-an 1969-02-09`],
  ['narrator', 'm', `심잔결 Shim Jan-gyeol 1963-06-28`],
];

/** Everyone, in a fixed order. */
export const demoPeople: DemoPerson[] = rows.flatMap(([craft, gender, names]) =>
  names.split(',').map((entry) => {
    const [name_ko = '', surname = '', given = '', birth_date = ''] = entry.trim().split(' ');
    const [profession_ko, profession_en] = professions[craft];
    return {
      slug: `${surname}-${given}`.toLowerCase(),
      name_ko,
      name_en: `${surname} ${given}`,
      profession_ko,
      profession_en,
      birth_date,
      craft,
      gender,
    };
  }),
);
