/** What is to come out in the demo's first days, so that its schedule has something to announce. */

interface ComingEpisode {
  /** Slug of a running series: the episode follows its last one. */
  series: string;
  /** Days from today on which it comes out, in the evening. */
  in_days: number;
  title_ko: string;
  title_en: string;
  synopsis_ko: string;
  synopsis_en: string;
}

export const comingEpisodes: ComingEpisode[] = [
  {
    series: 'one-table-one-secret',
    in_days: 0,
    title_ko: '세 번째 젓가락',
    title_en: 'The Third Pair of Chopsticks',
    synopsis_ko: '둘이 앉은 상에 젓가락이 세 벌 놓였어요. 누가 오기로 했는지는 아무도 말하지 않아요.',
    synopsis_en: 'A table for two is set for three, and nobody will say who is expected.',
  },
  {
    series: 'the-steaming-alley',
    in_days: 1,
    title_ko: '만두가 익는 시간',
    title_en: 'As Long as Dumplings Take',
    synopsis_ko: '찜통 뚜껑을 여는 데 꼭 십이 분. 그사이 골목의 하루가 지나가요.',
    synopsis_en: 'Twelve minutes until the lid comes off, and the alley’s whole day goes by.',
  },
  {
    series: 'letters-from-the-lighthouse',
    in_days: 2,
    title_ko: '불빛이 도는 방향',
    title_en: 'The Way the Light Turns',
    synopsis_ko: '은하는 마지막 편지의 날짜가 내일이라는 걸 알아차려요.',
    synopsis_en: 'Eunha notices that the last letter is dated tomorrow.',
  },
  {
    series: 'moon-rabbit-express',
    in_days: 2,
    title_ko: '구름 우체통을 찾아서',
    title_en: 'In Search of the Cloud Mailbox',
    synopsis_ko: '바람이 우체통을 옮겨 놓았어요. 달토끼는 구름을 한 장씩 들춰 봐요.',
    synopsis_en: 'The wind has moved the mailbox, so Moon Rabbit looks under every cloud.',
  },
  {
    series: 'the-dokkaebi-lease',
    in_days: 3,
    title_ko: '계약서의 뒷면',
    title_en: 'The Back of the Contract',
    synopsis_ko: '불에 비춰야 보이는 조항이 하나 더 있었어요.',
    synopsis_en: 'There was one more clause, and it only shows against a flame.',
  },
  {
    series: 'koreatown-atlas',
    in_days: 3,
    title_ko: '간판이 두 개인 골목',
    title_en: 'The Street with Two Signs',
    synopsis_ko: '한 가게에 한글 간판과 영어 간판이 따로 걸린 까닭을 찾아가요.',
    synopsis_en: 'Why one shop hangs a Korean sign and an English one, and means different things by them.',
  },
  {
    series: 'pack-a-lunch',
    in_days: 4,
    title_ko: '단풍 기차와 김밥 열 줄',
    title_en: 'Ten Rolls of Gimbap on the Foliage Train',
    synopsis_ko: '창밖은 붉고 김밥은 남아요. 옆자리 손님들과 나눠 먹는 여행이에요.',
    synopsis_en:
      'Red hills outside, too much gimbap inside, and a carriage full of strangers to share it with.',
  },
  {
    series: 'the-quiet-camp',
    in_days: 5,
    title_ko: '모닥불이 대신 말하다',
    title_en: 'The Campfire Does the Talking',
    synopsis_ko: '아무도 입을 열지 않는 밤, 장작 소리만으로 마음이 오가요.',
    synopsis_en: 'A night without a word, and the firewood says enough.',
  },
  {
    series: 'letters-from-the-lighthouse',
    in_days: 6,
    title_ko: '받는 사람 없음',
    title_en: 'No Such Addressee',
    synopsis_ko: '되돌아온 편지 한 통이 섬의 오래된 약속을 깨워요.',
    synopsis_en: 'One returned letter wakes an old promise on the island.',
  },
  {
    series: 'the-dokkaebi-lease',
    in_days: 7,
    title_ko: '보름이 지나면',
    title_en: 'After the Full Moon',
    synopsis_ko: '보증금을 돌려줄 날이 왔지만, 도깨비는 방을 비울 생각이 없어요.',
    synopsis_en: 'The deposit is due, and the goblin has no intention of moving out.',
  },
  {
    series: 'after-hours-live',
    in_days: 7,
    title_ko: '셔터를 내리고 한 곡 더',
    title_en: 'One More with the Shutters Down',
    synopsis_ko: '막차를 놓친 사람들이 철물점에 모여 밤새 노래해요.',
    synopsis_en: 'Everyone who missed the last train sings the night out in a hardware store.',
  },
];

/** Slugs of titles that open on a day to come: until then the schedule alone knows them. */
export const comingTitles: { slug: string; in_days: number }[] = [
  { slug: 'granny-drops-the-beat', in_days: 3 },
  { slug: 'orbit-of-two', in_days: 5 },
  { slug: 'black-snow', in_days: 6 },
];
