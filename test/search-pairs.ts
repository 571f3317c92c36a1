/**
 * What people type, and what they mean by it: `query > target`, over the demo catalogue, by the way they type it. A target is a
 * programme's slug, `@` and a person's slug, or a programme's slug with `#season-episode`.
 */

const korean = {
  whole: `
등대에서 온 편지 > letters-from-the-lighthouse
구층의 이웃 > the-ninth-floor
한양의 달을 재다 > moon-over-hanyang
지도장이의 딸 > the-mapmakers-daughter
두 번째 첫사랑 > second-first-love
우리 사이의 밀물 > the-tide-between-us
북문의 산파 > midwife-of-the-north-gate
서울 계단 원정대 > the-stair-climbers-of-seoul
막내 해녀는 쉰다섯 > the-youngest-haenyeo
육수에서 시작한다 > it-starts-with-stock
아버지의 스물넷 > my-father-at-twenty-four
서른아홉 번째 이사 > the-thirty-ninth-move
서울역 2088 > seoul-station-2088
제갈희온 > @jegal-hui-on
마해원 > @ma-hae-won
연서하 > @yeon-seo-ha
불이 꺼진 섬 > letters-from-the-lighthouse#1-1
파도가 높은 날의 배달 > letters-from-the-lighthouse#1-4
면접관은 저승사자 > the-dokkaebi-lease#1-6
장마와 텔레비전 > the-video-store-summer#1-5
여덟 번째 의자 > the-silent-jury#1-11`,
  beginning: `
등대 > letters-from-the-lighthouse
구층 > the-ninth-floor
새벽 네 > dawn-noodle-house
제로 수 > cold-room-zero
침묵의 > the-silent-jury
비 오는 날 > the-rainy-day-clinic
옥탑방 > three-sisters-on-the-roof
강릉행 > last-train-to-gangneung
감나무 > the-persimmon-house
도시락 싸서 > pack-a-lunch
초보 농부 > twelve-months-of-beginners
야시장 > night-market-chase
반값 > the-half-price-trip
코리아타운 > koreatown-atlas
호랑이가 > the-winter-of-tigers
콩이와 > kongi-and-pati
기역 마을 > giyeok-town
꼬마 기차 > little-train-chikchik
김 서리는 > the-steaming-alley
소금밭 > children-of-the-salt-fields
밴쿠버 > a-summer-night-in-vancouver
가라앉는 > the-sinking-city
로또 > jackpot-at-the-senior-center
용왕이 > the-dragon-king-sleeps
남궁 > @namgung-yul-ri
사공 > @sagong-yun`,
  'half a syllable, while it is being typed': `
등ㄷ > letters-from-the-lighthouse
등댕 > letters-from-the-lighthouse
침무 > the-silent-jury
침묵ㅇ > the-silent-jury
도깹 > the-dokkaebi-lease
밴쿠ㅂ > a-summer-night-in-vancouver
밴쿱 > a-summer-night-in-vancouver
강르 > last-train-to-gangneung
야싲 > night-market-chase
옥상 수여 > the-rooftop-pool
도핼 > @do-hae-ram
이윤스 > @lee-yun-seul`,
  'a part from the middle': `
국숫집 > dawn-noodle-house
첫사랑 > second-first-love
전세 > the-dokkaebi-lease
밀물 > the-tide-between-us
막차 > last-train-to-gangneung
도적 > the-thief-with-a-brush
궤도 > orbit-of-two
해녀 > the-youngest-haenyeo
배달부 > moon-rabbit-express
별사탕 > little-bear-and-the-star-candy
옛날이야기 > grandpa-goblins-bedtime
교환원 > the-midnight-operator
세입자 > the-tenant-in-the-mirror
히어로 > the-neighborhood-heroes-association
경로당 > jackpot-at-the-senior-center
수영장 > the-rooftop-pool
윤슬 > @ha-yun-seul
해람 > @do-hae-ram`,
  'without spaces, or with others': `
등대에서온편지 > letters-from-the-lighthouse
비오는날만여는병원 > the-rainy-day-clinic
두사람의궤도 > orbit-of-two
남의집한달 > a-month-in-someone-elses-house
백년가게 > a-day-at-a-hundred-year-shop
여섯줄 열두줄 > six-strings-twelve-strings
김치팔도지도 > the-kimchi-map
밤 하늘 교실 > night-sky-classroom
한 글 공방 > the-hangul-workshop
먼데서 온손님 > guest-from-far-away
한뼘정원 > a-garden-one-hand-wide
도 해 람 > @do-hae-ram
선우 결 > @seonwoo-gyeol
이민가방 > two-suitcases
마지막상영 > the-last-screening`,
  'words in another order, or some of them': `
편지 등대 > letters-from-the-lighthouse
병원 비 > the-rainy-day-clinic
달 한양 > moon-over-hanyang
여름밤 밴쿠버 > a-summer-night-in-vancouver
도깨비 옛날 > grandpa-goblins-bedtime
자매 옥탑방 > three-sisters-on-the-roof
퀴즈 할머니 > grandma-wins-the-quiz
가출 부장 > manager-gu-runs-away
전화 달 > a-call-from-the-moon
길 두부 > on-the-way-to-buy-tofu`,
  initials: `
ㄷㄷㅇㅅ > letters-from-the-lighthouse
ㄷㄷㅇㅅㅇㅍㅈ > letters-from-the-lighthouse
ㄱㅊㅇ > the-ninth-floor
ㄱㅊㅇ ㅇㅇ > the-ninth-floor
ㅊㅁㅇ ㅂㅅ > the-silent-jury
ㄱㄹㅎ > last-train-to-gangneung
ㄷㄲㅂ ㅈㅅ > the-dokkaebi-lease
ㄷㄱㅂㅈㅅ > the-dokkaebi-lease
ㅂㄷㅇ ㄱㄱ > the-video-store-summer
ㅇㅌㅂ > three-sisters-on-the-roof
ㅇㅅㅈ ㅊㄱㄷ > night-market-chase
ㄱㄴㅁㅈ > the-persimmon-house
ㄸ ㄱㅈㅅ > the-tteok-studio
ㄷ ㄱㅈㅅ > the-tteok-studio
ㅋㅇㅇ ㅍㅇ > kongi-and-pati
ㅎㄱ ㄱㅂ > the-hangul-workshop
ㅅㅇㅇ 2088 > seoul-station-2088
ㅈㄱㅎㅇ > @jegal-hui-on
ㄷㅎㄹ > @do-hae-ram
ㄴㄱㅇㄹ > @namgung-yul-ri
ㅇㄹ ㅅㅇㅇ > the-tide-between-us`,
  'initials and syllables together': `
등ㄷㅇㅅ > letters-from-the-lighthouse
한ㅇㅇ 달 > moon-over-hanyang
구ㅊㅇ > the-ninth-floor
침ㅁㅇ > the-silent-jury
ㄷ깨비 > the-dokkaebi-lease
감ㄴㅁ집 > the-persimmon-house
야시ㅈ > night-market-chase
코리ㅇㅌㅇ > koreatown-atlas
공ㄹ 빵집 > dino-bakery
서ㅇㅇ > seoul-station-2088
도ㅎ람 > @do-hae-ram
최ㄴㅊ > @choi-no-chan`,
  'mistyped or misheard': `
등데에서 온 편지 > letters-from-the-lighthouse
등대에서 온 편찌 > letters-from-the-lighthouse
구층에 이웃 > the-ninth-floor
새벽 내 시 국수집 > dawn-noodle-house
도께비 전세 > the-dokkaebi-lease
비디요 가게 > the-video-store-summer
침묵의 베심 > the-silent-jury
강능행 막차 > last-train-to-gangneung
옥탑빵 세 자매 > three-sisters-on-the-roof
야시장 추겨대 > night-market-chase
코리아타은 > koreatown-atlas
뺀쿠버 > a-summer-night-in-vancouver
자정의 교환언 > the-midnight-operator
안게 주의보 > fog-advisory
공룡 방집 > dino-bakery
호량이 의사 > doctor-hoya
느린 새탁소 > the-slow-laundry
로도 맞은 > jackpot-at-the-senior-center
육새붐 > @yuk-sae-bom
제갈히온 > @jegal-hui-on
최노창 > @choi-no-chan
반찬 일끼 > the-banchan-diary
물애 학교 > the-water-school
서른아홉번째 이세 > the-thirty-ninth-move`,
  'on the Latin keyboard': `
emdeo > letters-from-the-lighthouse
emdeodptj > letters-from-the-lighthouse
rncmd > the-ninth-floor
toqur sp tl > dawn-noodle-house
ehRoql wjstp > the-dokkaebi-lease
qleldh rkrp > the-video-store-summer
alfanf > the-tide-between-us
claanrdml qotla > the-silent-jury
rkdfmdgod akrck > last-train-to-gangneung
rkaskanwlq > the-persimmon-house
ghfkddl > doctor-hoya
gksrmf rhdqkd > the-hangul-workshop
rlacl vkfeh > the-kimchi-map
Ejr rhdwkrth > the-tteok-studio
fhEh > jackpot-at-the-senior-center
rjadms sns > black-snow
smfls tpxkrth > the-slow-laundry
tjdnfdur > seoul-station-2088
qlswlq > rules-of-the-empty-house
dhrtkd tndudwkd > the-rooftop-pool
ekfxhRl > moon-rabbit-express
rhdfyd Qkdwlq > dino-bakery
dksro wndmlqh > fog-advisory
gkfao > granny-drops-the-beat
Emdeo > letters-from-the-lighthouse
ehgofka > @do-hae-ram
chlshcks > @choi-no-chan
dldbstmf > @lee-yun-seul
skarnddbffl > @namgung-yul-ri`,
} as const;

const english = {
  whole: `
Letters from the Lighthouse > letters-from-the-lighthouse
The Ninth Floor > the-ninth-floor
Noodles at Four A.M. > dawn-noodle-house
The Mapmaker’s Daughter > the-mapmakers-daughter
First Love, Second Try > second-first-love
The Goblin’s Lease > the-dokkaebi-lease
Orbit of Two > orbit-of-two
Grandma Wins Again > grandma-wins-the-quiz
What the Rivers Remember > rivers-that-remember
Doctor Hoya the Tiger > doctor-hoya
Sit Before the Drum > before-the-drum
Fake Weddings, Inc. > fake-weddings-inc
Granny Drops the Beat > granny-drops-the-beat
Do Hae-ram > @do-hae-ram
Jegal Hui-on > @jegal-hui-on
Lee Yun-seul > @lee-yun-seul
A Horn in the Fog > letters-from-the-lighthouse#1-8
How to Fold a River > the-mapmakers-daughter#1-7
Interviewed by the Reaper > the-dokkaebi-lease#1-6
Two Autopsies > cold-room-zero#2-2`,
  'beginning of a word': `
light > letters-from-the-lighthouse
ninth > the-ninth-floor
noodle > dawn-noodle-house
mapm > the-mapmakers-daughter
video st > the-video-store-summer
midw > midwife-of-the-north-gate
persim > the-persimmon-house
koreatown > koreatown-atlas
youngest div > the-youngest-haenyeo
tigers > the-winter-of-tigers
kongi > kongi-and-pati
giy > giyeok-town
dino > dino-bakery
banchan > the-banchan-diary
busk > busking-west
vancou > a-summer-night-in-vancouver
tofu > on-the-way-to-buy-tofu
2088 > seoul-station-2088
rooft > the-rooftop-pool
suitc > two-suitcases
jegal > @jegal-hui-on
namgung > @namgung-yul-ri`,
  'some words, in any order': `
lighthouse letters > letters-from-the-lighthouse
the lighthouse > letters-from-the-lighthouse
moon measured > moon-over-hanyang
gate midwife > midwife-of-the-north-gate
rainy clinic > the-rainy-day-clinic
sisters rooftop > three-sisters-on-the-roof
thief brush > the-thief-with-a-brush
house persimmon tree > the-persimmon-house
island no signal > no-signal-island
stair expedition > the-stair-climbers-of-seoul
letters pacific > letters-across-the-pacific
hundred year shop > a-day-at-a-hundred-year-shop
goblin bedtime > grandpa-goblins-bedtime
sea friends badami > badami-and-the-sea
salt fields > children-of-the-salt-fields
piano room > the-room-with-the-piano
empty house rules > rules-of-the-empty-house
chicken battle > the-battle-of-the-chicken-shops
dragon king > the-dragon-king-sleeps
star candy bear > little-bear-and-the-star-candy
hae ram do > @do-hae-ram
yunseul lee > @lee-yun-seul`,
  'without spaces or marks': `
lettersfromthelighthouse > letters-from-the-lighthouse
mapmakers daughter > the-mapmakers-daughter
ninthfloor > the-ninth-floor
goblins lease > the-dokkaebi-lease
someone elses house > a-month-in-someone-elses-house
sixstrings > six-strings-twelve-strings
afterhours > after-hours-live
halfprice > the-half-price-trip
noodles at four am > dawn-noodle-house
son in law interview > the-son-in-law-interview
haeram do > @do-hae-ram
dohaeram > @do-hae-ram
leeyunseul > @lee-yun-seul
yun seul lee > @lee-yun-seul`,
  mistyped: `
lighthose > letters-from-the-lighthouse
lighthuose > letters-from-the-lighthouse
leters from the lighthouse > letters-from-the-lighthouse
lettres from the lighthouse > letters-from-the-lighthouse
nineth floor > the-ninth-floor
nitnh floor > the-ninth-floor
mapmakers dauhgter > the-mapmakers-daughter
noodels at four > dawn-noodle-house
vidoe store > the-video-store-summer
midwive > midwife-of-the-north-gate
persimon > the-persimmon-house
grandam wins > grandma-wins-the-quiz
koreatwon > koreatown-atlas
pacfic > letters-across-the-pacific
tigres > the-winter-of-tigers
moon rabit > moon-rabbit-express
dino bakrey > dino-bakery
kimchee map > the-kimchi-map
bancan diary > the-banchan-diary
buskng > busking-west
winter posman > the-winter-postman
late blosom > late-blossom
paino > the-room-with-the-piano
vancover > a-summer-night-in-vancouver
thirteenth witnes > the-thirteenth-witness
neigborhood heroes > the-neighborhood-heroes-association
wedings > fake-weddings-inc
jackpto > jackpot-at-the-senior-center
laundrey > the-slow-laundry
gadren > a-garden-one-hand-wide
suticases > two-suitcases
jegal huion > @jegal-hui-on
gobiln > the-dokkaebi-lease
letetr with my name > letters-from-the-lighthouse#1-9`,
  'on the Hangul keyboard': `
ㅣㅑ호쇄ㅕㄴㄷ > letters-from-the-lighthouse
ㅜㅑㅜ소 리ㅐㅐㄱ > the-ninth-floor
ㅜㅐㅐ읻ㄴ > dawn-noodle-house
퍙대 ㄴ색ㄷ > the-video-store-summer
ㅓㅕ교 > the-silent-jury
ㅡㅑㅇ쟐ㄷ > midwife-of-the-north-gate
ㅣㅁㄴㅅ ㅅㄱ먀ㅜ > last-train-to-gangneung
ㅐ규ㅑㅅ > orbit-of-two
ㅔㄷㄱ냐ㅡㅡㅐㅜ > the-persimmon-house
ㅎㄱ무음 > grandma-wins-the-quiz
샿ㄷㄱㄴ > the-winter-of-tigers
ㅡㅐㅐㅜ ㄱ뮤ㅠㅑㅅ > moon-rabbit-express
야ㅜㅐ ㅠ맏교 > dino-bakery
ㅏㅑㅡ초ㅑ > the-kimchi-map
ㅠ무초무 > the-banchan-diary
ㅠㅕ나ㅑㅜㅎ > busking-west
쟈ㅜㅅㄷㄱ ㅔㅐㄴ스무 > the-winter-postman
ㅣㅁㅅㄷ ㅠㅣㅐㄴ내ㅡ > late-blossom
새려 > on-the-way-to-buy-tofu
ㅠㅣㅁ차 누ㅐㅈ > black-snow
개ㅐㄹ새ㅔ > the-rooftop-pool
ㅣ며ㅜㅇ교 > the-slow-laundry
ㅎㅁㄱㅇ두 > a-garden-one-hand-wide
녀ㅑㅅㅊㅁㄴㄷㄴ > two-suitcases
ㅗㅁㄷㄱ므 > @do-hae-ram`,
  romanised: `
deungdae > letters-from-the-lighthouse
deungdaeeseo on pyeonji > letters-from-the-lighthouse
dungdae > letters-from-the-lighthouse
gucheungui iut > the-ninth-floor
hanyang > moon-over-hanyang
saebyeok ne si guksutjip > dawn-noodle-house
cheotsarang > second-first-love
dokkaebi jeonse > the-dokkaebi-lease
tokkebi > the-dokkaebi-lease
milmul > the-tide-between-us
chimmuk > the-silent-jury
oktapbang > three-sisters-on-the-roof
gangneung > last-train-to-gangneung
kangnung > last-train-to-gangneung
gamnamu > the-persimmon-house
dosirak > pack-a-lunch
yasijang > night-market-chase
haenyeo > the-youngest-haenyeo
haenyo > the-youngest-haenyeo
horangi > doctor-hoya
dal tokki > moon-rabbit-express
gongnyong ppangjip > dino-bakery
yuksu > it-starts-with-stock
tteok > the-tteok-studio
sogeumbat > children-of-the-salt-fields
dubu > on-the-way-to-buy-tofu
geoul > the-tenant-in-the-mirror
lotto > jackpot-at-the-senior-center
seoul yeok > seoul-station-2088
seoullyeok > seoul-station-2088
oksang suyeongjang > the-rooftop-pool
yeou > the-foxs-rented-room`,
  'a name as its owner writes it': `
Gim Sodam > @kim-so-dam
Kim So Dam > @kim-so-dam
Bak Hapum > @park-ha-pum
Pak Hapoom > @park-ha-pum
Yi Yunseul > @lee-yun-seul
Rhee Yoonseul > @lee-yun-seul
Lee Sulang > @lee-su-rang
Choe Nochan > @choi-no-chan
No Dami > @noh-da-mi
Roh Taegyeom > @noh-tae-gyeom
Im Solmir > @lim-sol-mir
Rim Solmireu > @lim-sol-mir
Yu Baram > @yoo-ba-ram
Yoo Malgeum > @yu-mal-geum
Yun Dalsaem > @yoon-dal-saem
Chu Harin > @joo-ha-rin
Jo Gyeolsol > @cho-gyeol-sol
Gang Mulgyeol > @kang-mul-gyeol
Gwak Hanbyul > @kwak-han-byeol
Gwon Naru > @kwon-na-ru
Sin Uryeong > @shin-u-ryeong
Sim Raon > @shim-ra-on
U Dodam > @woo-do-dam
Hur Seonbi > @heo-seon-bi
Suh Irin > @seo-i-rin
Chung Deulchan > @jeong-deul-chan
Jun Mila > @jeon-mil-a
Paik Sanha > @baek-san-ha
Oh Geonil > @oh-geon-il
Ahn Irum > @an-i-rum
Namkoong Yulri > @namgung-yul-ri
Sunwoo Gyul > @seonwoo-gyeol
Haeram Do > @do-hae-ram
Ryoo Gunho > @ryu-geon-ho`,
} as const;

export interface SearchPair {
  locale: 'ko' | 'en';
  /** The way it is typed. */
  way: string;
  query: string;
  target: string;
}

const pairsOf = (locale: 'ko' | 'en', ways: Record<string, string>): SearchPair[] =>
  Object.entries(ways).flatMap(([way, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [query = '', target = ''] = line.split(' > ');
        return { locale, way, query, target };
      }),
  );

/** Every pair. */
export const searchPairs: SearchPair[] = [...pairsOf('ko', korean), ...pairsOf('en', english)];
