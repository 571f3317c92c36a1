/**
 * The films of the demo. Twelve titles have one each. The other titles play the shared film of their category.
 */

/** The particles that move through the picture. */
export type Drift = 'snow' | 'petals' | 'sparks';

export interface DemoFilm {
  /** Slug of the title, or of the category for a shared film. */
  slug: string;
  seconds: number;
  /** Lines of the picture. */
  height: 720 | 1080;
  drift: Drift;
  /** The story in captions, in Korean and English. */
  lines: [ko: string, en: string][];
}

/** Films of single titles. The first is the quickest to make, and that of the first title in the banner. */
export const titleFilms: DemoFilm[] = [
  {
    slug: 'letters-from-the-lighthouse',
    seconds: 60,
    height: 720,
    drift: 'sparks',
    lines: [
      [
        '이 섬의 등대는 백 년 동안 하루도 꺼진 적이 없었다.',
        'For a hundred years, the light on this island never once went out.',
      ],
      ['나는 그 불을 끄러 온 마지막 등대지기다.', 'I am its last keeper. I was sent here to switch it off.'],
      ['첫날 밤, 계단 뒤 벽에서 바람 소리가 났다.', 'On my first night, I heard wind behind the stairs.'],
      [
        '헐거운 벽돌 하나를 빼자 편지가 쏟아졌다.',
        'I pulled out one loose brick, and letters came pouring down.',
      ],
      ['삼십 년 동안 아무도 부치지 않은 편지들.', 'Thirty years of letters that no one ever mailed.'],
      [
        '받는 사람은 모두 달랐지만 글씨는 하나였다.',
        'Every name was different. The handwriting was always the same.',
      ],
      ['그래서 나는 섬을 돌며 편지를 전하기 시작했다.', 'So I began to walk the island and deliver them.'],
      ['누구는 울었고, 누구는 문을 닫았다.', 'Some people wept. Some closed the door.'],
      ['“이걸 쓴 사람이 누군지, 정말 몰라요?”', '“You really don’t know who wrote these?”'],
      ['이제 봉투는 한 장 남았다.', 'Now there is one envelope left.'],
      ['거기에는 내 이름이 적혀 있었다.', 'It has my name on it.'],
    ],
  },
  {
    slug: 'the-dokkaebi-lease',
    seconds: 62,
    height: 720,
    drift: 'petals',
    lines: [
      [
        '보증금 오백에 북촌 한옥 한 채. 의심했어야 했다.',
        'A whole hanok in Bukchon for next to nothing. I should have known.',
      ],
      ['계약서에는 월세 칸이 비어 있었다.', 'On the lease, the line for the rent was blank.'],
      ['집주인은 사백 살 먹은 도깨비였다.', 'The landlord was a goblin, four hundred years old.'],
      [
        '“월세는 돈 말고 이야기로 받겠소. 재미있는 걸로.”',
        '“I don’t take money. Pay me in stories. Good ones.”',
      ],
      [
        '첫 달에는 면접에서 떨어진 이야기를 했다.',
        'The first month, I told him about a job interview I had failed.',
      ],
      [
        '도깨비는 배를 잡고 웃었고, 마루에 불이 켜졌다.',
        'He laughed until he cried, and the lamps came on along the porch.',
      ],
      ['둘째 달, 나는 할 이야기가 없었다.', 'The second month, I had nothing to tell.'],
      ['다음 날 아침, 사랑방이 사라졌다.', 'The next morning, the guest room was gone.'],
      ['문도, 창도, 댓돌 위의 신발까지.', 'The door, the window, even my shoes on the step.'],
      ['이야기가 밀리면 집도 사라진다.', 'Fall behind on stories, and the house falls away.'],
      ['남은 방은 이제 셋.', 'There are three rooms left.'],
      [
        '도깨비님, 오늘은 진짜 무서운 이야기를 해 드릴게요.',
        'Tonight, sir, I have a truly frightening one for you.',
      ],
    ],
  },
  {
    slug: 'the-thirteenth-witness',
    seconds: 60,
    height: 720,
    drift: 'sparks',
    lines: [
      [
        '열두 명이 법정에서 같은 남자를 가리켰다.',
        'Twelve people stood in court and pointed at the same man.',
      ],
      ['열세 번째 증인은 손을 들지 않았다.', 'The thirteenth witness did not raise a hand.'],
      ['그는 앞을 보지 못하는 피아노 조율사였다.', 'He was a piano tuner, and he was blind.'],
      [
        '“그날 밤 계단을 내려온 건 저 사람의 발소리가 아닙니다.”',
        '“The footsteps on the stairs that night were not his.”',
      ],
      ['“왼발을 끌었어요. 반음쯤 낮게.”', '“The left foot dragged. About a half step flat.”'],
      ['방청석이 웅성거렸다. 검사는 웃었다.', 'The courtroom stirred. The prosecutor smiled.'],
      ['변호사 소은만이 그 말을 받아 적었다.', 'Only So-eun, for the defense, wrote it down.'],
      [
        '그날 오후, 복도에서 조율사가 걸음을 멈췄다.',
        'That afternoon in the corridor, the tuner stopped walking.',
      ],
      ['끌리는 왼발. 반음 낮은 발소리.', 'A dragging left foot. Half a step flat.'],
      ['“방금 누가 지나갔습니까?”', '“Who just went by?”'],
      ['선고는 내일 아침 열 시.', 'Sentencing is at ten tomorrow morning.'],
      ['그리고 지금, 누군가 초인종을 누르고 있다.', 'And now someone is ringing his doorbell.'],
    ],
  },
  {
    slug: 'moon-over-hanyang',
    seconds: 64,
    height: 720,
    drift: 'petals',
    lines: [
      [
        '보름달이 뜨면 한양의 성문은 일찍 닫힌다.',
        'When the moon is full, the gates of Hanyang close early.',
      ],
      [
        '그러나 하늘을 재는 사람에게 밤은 이제 시작이다.',
        'But for those who measure the sky, the night has just begun.',
      ],
      ['관상감에서 나는 사내의 이름으로 불린다.', 'At the royal observatory, I answer to a man’s name.'],
      ['갓을 벗지 않는 한 아무도 묻지 않는다.', 'As long as I keep my hat on, no one asks.'],
      ['사흘 밤을 계산해 한 줄을 얻었다.', 'Three nights of figures came down to a single line.'],
      ['보름날 자시, 달이 가려진다.', 'At midnight on the full moon, there will be an eclipse.'],
      ['스승은 종이를 보더니 촛불을 껐다.', 'My teacher read it and blew out the candle.'],
      ['“그 시각만 기다리는 자들이 있다.”', '“There are men waiting for that very hour.”'],
      [
        '달이 사라지면 궁궐의 문이 열린다고 했다.',
        'When the moon goes dark, he said, the palace gates will open.',
      ],
      ['하늘은 거짓말을 하지 않는다.', 'The sky does not lie.'],
      ['거짓말을 하는 것은 언제나 땅이다.', 'It is always the earth that lies.'],
      [
        '나는 갓끈을 고쳐 매고 임금 앞으로 걸어갔다.',
        'I tied my hat a little tighter and walked toward the king.',
      ],
    ],
  },
  {
    slug: 'koreatown-atlas',
    seconds: 62,
    height: 720,
    drift: 'sparks',
    lines: [
      ['로스앤젤레스 올림픽 거리, 새벽 다섯 시.', 'Olympic Boulevard, Los Angeles. Five in the morning.'],
      ['가장 먼저 켜지는 간판은 떡집입니다.', 'The first sign to light up is the rice-cake shop.'],
      ['1974년, 기계 한 대로 문을 연 가게입니다.', 'It opened in 1974 with a single milling machine.'],
      ['간판 글씨는 주인이 직접 썼습니다.', 'The owner painted the sign himself.'],
      [
        '“영어로는 뭐라고 써야 할지 몰라서 비워 뒀어요.”',
        '“I didn’t know how to put it in English, so I left that side blank.”',
      ],
      [
        '그 빈칸은 사십 년 뒤 손녀가 채웠습니다.',
        'Forty years later, his granddaughter filled in the blank.',
      ],
      [
        '골목을 돌면 세탁소, 사진관, 노래방.',
        'Around the corner: a dry cleaner, a photo studio, a karaoke room.',
      ],
      ['문을 닫은 가게도 간판은 남았습니다.', 'Some of the shops have closed. The signs are still up.'],
      ['누군가는 아직 그 열쇠를 갖고 있습니다.', 'Someone still has the keys.'],
      ['토론토에도, 애틀랜타에도 같은 골목이 있습니다.', 'Toronto has a street like this. So does Atlanta.'],
      ['우리는 그 골목들을 이어 지도를 그립니다.', 'We are drawing a map that joins them.'],
      ['첫 장은 불 켜진 떡집입니다.', 'Page one is a rice-cake shop with its lights on.'],
    ],
  },
  {
    slug: 'the-school-above-the-clouds',
    seconds: 62,
    height: 720,
    drift: 'snow',
    lines: [
      [
        '구름이 바닥인 봉우리에 서당이 하나 있습니다.',
        'On a peak where the clouds are the floor, there is a school.',
      ],
      [
        '학생은 모두 아직 용이 되지 못한 이무기들.',
        'All the pupils are serpents who have not become dragons yet.',
      ],
      [
        '그중에서도 강철이는 백 년째 꼴찌입니다.',
        'Gang-cheol has been last in the class for a hundred years.',
      ],
      ['어느 날, 길 잃은 아이가 문을 두드렸습니다.', 'One day, a lost child knocked on the door.'],
      ['“저… 여기가 할머니 집인가요?”', '“Um, is this my grandma’s house?”'],
      ['훈장님은 하나 남은 빈자리를 가리켰습니다.', 'The schoolmaster pointed to the only empty seat.'],
      ['바로 꼴찌의 옆자리였지요.', 'It was right beside the worst student.'],
      ['미르는 하늘 천 자를 가르쳐 주었고,', 'Mi-reu taught him how to write “sky,”'],
      ['강철이는 구름 밟는 법을 가르쳐 주었습니다.', 'and Gang-cheol taught her how to walk on clouds.'],
      ['승천 시험은 이제 보름 뒤.', 'The ascension exam is fifteen days away.'],
      ['문제는 단 하나, 무엇을 위해 날겠느냐.', 'There is one question on it: what will you fly for?'],
      ['강철이는 처음으로 답을 알 것 같았습니다.', 'For the first time, Gang-cheol thought he knew.'],
    ],
  },
  {
    slug: 'pack-a-lunch',
    seconds: 60,
    height: 720,
    drift: 'petals',
    lines: [
      [
        '아침 여섯 시, 도시락 뚜껑을 엽니다. 하나, 둘, 셋!',
        'Six in the morning. Lids off on three. One, two, three!',
      ],
      ['김밥이다! 오늘은 산으로 갑니다.', 'It’s gimbap! That means the mountains.'],
      ['지도는 없고요, 길치만 네 명 있어요.', 'No map. Just four people with no sense of direction.'],
      ['“왼쪽 같은데?” “아까도 왼쪽이라며.”', '“Looks like left to me.” “You said left last time.”'],
      [
        '한 시간 뒤, 출발한 정류장에 다시 도착했어요.',
        'One hour later, they’re back at the bus stop where they started.',
      ],
      [
        '다행히 기사님이 산으로 가는 버스를 알려 주셨어요.',
        'Luckily, a driver knows which bus goes to the mountain.',
      ],
      ['오르막, 또 오르막. 다들 말수가 줄어요.', 'Uphill. More uphill. The talking dies down.'],
      ['정상이에요! 드디어 도시락을 먹을 시간.', 'The top! Time for lunch at last.'],
      ['그런데… 젓가락은 누가 챙겼죠?', 'Wait. Who packed the chopsticks?'],
      ['아무도 대답하지 않아요.', 'No one says a word.'],
      ['손으로 먹는 김밥이 제일 맛있대요.', 'They say gimbap tastes best with your fingers.'],
      ['다음 주는 주먹밥. 바다에서 만나요!', 'Next week it’s rice balls. See you at the sea!'],
    ],
  },
  {
    slug: 'one-table-one-secret',
    seconds: 62,
    height: 720,
    drift: 'sparks',
    lines: [
      ['상 위에 반찬이 열두 가지 올라왔어요.', 'Twelve side dishes are on the table.'],
      [
        '이 가운데 하나는 손님이 어릴 때 먹던 그 맛이에요.',
        'One of them tastes exactly like the guest’s childhood.',
      ],
      ['그 접시를 찾으면 비밀 하나를 들을 수 있어요.', 'Find that dish, and you get to hear a secret.'],
      ['“콩자반이죠? 방금 눈이 흔들렸어요.”', '“It’s the black beans, right? Your eyes just moved.”'],
      ['“저 원래 눈이 잘 흔들려요.”', '“My eyes always do that.”'],
      ['멸치볶음, 아니에요. 깻잎, 아니에요.', 'Not the anchovies. Not the perilla leaves.'],
      ['밥은 줄어드는데 답은 안 나와요.', 'The rice is going down, and still no answer.'],
      ['마지막 남은 접시는 무말랭이.', 'The last dish left is the dried radish.'],
      ['한 입 먹은 손님이 젓가락을 내려놓습니다.', 'The guest takes one bite and puts down the chopsticks.'],
      [
        '“할머니가 도시락 구석에 꼭 넣어 주시던 거예요.”',
        '“My grandmother always tucked this into the corner of my lunchbox.”',
      ],
      ['아무에게도 하지 않은 이야기가 시작돼요.', 'And a story no one has heard begins.'],
      ['밥을 다 먹을 때까지 아무도 일어나지 마세요.', 'Nobody leaves until the rice is gone.'],
    ],
  },
  {
    slug: 'rivers-that-remember',
    seconds: 62,
    height: 1080,
    drift: 'snow',
    lines: [
      [
        '한강의 첫 물방울은 검룡소 바위틈에서 솟습니다.',
        'The first drop of the Han rises between the rocks at Geomnyongso.',
      ],
      [
        '손에 담으면 한 줌, 그 물이 서울까지 갑니다.',
        'It fits in the palm of a hand, and it goes all the way to Seoul.',
      ],
      [
        '물은 가장 낮은 길을 천 년째 외우고 있습니다.',
        'Water has spent a thousand years learning the lowest road by heart.',
      ],
      ['낙동강 바닥에는 마을이 하나 잠겨 있습니다.', 'At the bottom of the Nakdong lies a village.'],
      ['가뭄이 들면 우물의 돌이 먼저 드러납니다.', 'In a drought, the stones of its well appear first.'],
      ['그 우물에는 지금도 물이 고입니다.', 'The well still fills.'],
      ['금강 나루에는 배도 사공도 없지만,', 'At the landing on the Geum, there is no boat and no ferryman,'],
      ['줄을 매던 말뚝은 그대로 서 있습니다.', 'but the mooring post is still standing.'],
      ['섬진강의 재첩은 손톱만 합니다.', 'The clams of the Seomjin are the size of a fingernail.'],
      ['그 작은 껍데기에도 해마다 줄이 하나씩 늡니다.', 'Even those small shells add a ring every year.'],
      ['강이 기억하는 것은 물이 아니라 시간입니다.', 'A river does not remember water. It remembers time.'],
      ['다섯 물길은 모두 바다에서 만납니다.', 'In the end, all five of them meet the sea.'],
    ],
  },
  {
    slug: 'moon-rabbit-express',
    seconds: 60,
    height: 720,
    drift: 'snow',
    lines: [
      [
        '안녕! 나는 달나라 떡집의 막내 토리야.',
        'Hi! I’m Tori, the littlest rabbit at the rice-cake shop on the moon.',
      ],
      ['오늘은 내 첫 배달 날! 두근두근!', 'Today is my very first delivery. Thump, thump!'],
      ['송편 다섯 개를 보자기에 꼭꼭 싸고,', 'Five warm songpyeon, wrapped up tight.'],
      ['별똥별 자전거에 올라타면, 출발!', 'Hop on my shooting-star bike, and off I go!'],
      ['슈우웅! 구름을 세 개나 뚫었어.', 'Whoosh! That was three clouds in a row.'],
      ['어? 저기 창문에 불이 켜져 있네.', 'Oh! There’s a light in that window.'],
      ['똑똑똑, 따끈한 송편 왔어요!', 'Knock, knock, knock! Warm songpyeon, just for you!'],
      ['“토끼야, 내일 내 친구가 이사를 가.”', '“Rabbit, my best friend is moving away tomorrow.”'],
      ['음… 그럼 송편을 반으로 나누자.', 'Hmm. Then let’s split a songpyeon in two.'],
      [
        '반은 너, 반은 친구. 둘이 같은 맛을 기억하는 거야!',
        'Half for you, half for your friend. You’ll both remember the same taste!',
      ],
      ['소원 하나를 자전거에 싣고 집으로!', 'One wish on the back of my bike, and home we go!'],
      ['내일 밤에는 너희 집 창문을 두드릴지도 몰라.', 'Tomorrow night, I might knock on your window.'],
    ],
  },
  {
    slug: 'it-starts-with-stock',
    seconds: 62,
    height: 720,
    drift: 'sparks',
    lines: [
      ['모든 한 그릇은 보이지 않는 물에서 시작됩니다.', 'Every bowl begins with water you never see.'],
      [
        '남해, 새벽 네 시. 은빛 그물이 올라옵니다.',
        'Off Namhae, four in the morning. A silver net comes up.',
      ],
      [
        '멸치는 배 위에서 바로 삶아야 비리지 않아요.',
        'Boil anchovies right on the boat, and they never taste fishy.',
      ],
      [
        '다시마는 찬물에 넣고, 끓기 전에 건집니다.',
        'Kelp goes into cold water and comes out before the boil.',
      ],
      ['“서두르면 물이 먼저 알아요.”', '“If you hurry, the water knows.”'],
      [
        '나주의 가마솥은 삼 대째 식은 적이 없습니다.',
        'In Naju, one cauldron has not gone cold in three generations.',
      ],
      ['사골은 하룻밤을 꼬박 고아야 하얘집니다.', 'Marrow bones take a whole night to turn the broth white.'],
      ['불을 보는 사람들은 번갈아 눈을 붙입니다.', 'The people who watch the fire sleep in turns.'],
      [
        '황태는 겨우내 스무 번 얼고 스무 번 녹습니다.',
        'Pollack freezes twenty times in a winter and thaws twenty times.',
      ],
      ['그 시간이 모두 국물에 들어갑니다.', 'All of that time goes into the pot.'],
      ['마지막 재료는 맹물 한 바가지.', 'The last ingredient is a ladle of plain water.'],
      ['자, 이제 불을 켤까요?', 'Now, shall we light the stove?'],
    ],
  },
  {
    slug: 'after-hours-live',
    seconds: 62,
    height: 720,
    drift: 'sparks',
    lines: [
      ['자정, 이발소 셔터가 반쯤 내려옵니다.', 'Midnight. The barbershop shutter comes halfway down.'],
      ['불은 절반만, 의자는 하나만.', 'Half the lights. One chair.'],
      ['오늘 관객은 사장님 한 분입니다.', 'Tonight’s audience is the owner.'],
      ['“마이크는 여기, 드라이어 옆에 둘게요.”', '“I’ll put the mic here, by the hair dryer.”'],
      ['첫 음이 거울에 부딪혀 돌아옵니다.', 'The first note bounces back from the mirrors.'],
      [
        '♪ 셔터를 내리고 불 하나 남겨 두네 ♪',
        '♪ The shutter’s down, the day is done, I leave one light on ♪',
      ],
      [
        '♪ 누가 늦게 올까 봐 물 한 잔 따라 두네 ♪',
        '♪ In case someone comes by late, I pour a glass of water ♪',
      ],
      ['가위 소리가 박자를 맞춥니다.', 'The scissors keep the beat.'],
      ['♪ 머리카락처럼 하루가 바닥에 쌓여도 ♪', '♪ Though the day piles up like hair on the floor ♪'],
      ['♪ 쓸고 나면 또 아침이 온다네 ♪', '♪ Sweep it up, and morning comes once more ♪'],
      ['노래가 끝나자 사장님이 박수를 딱 한 번 칩니다.', 'The song ends. The owner claps, exactly once.'],
      ['“한 곡만 더 하고 가요.”', '“One more before you go.”'],
    ],
  },
];

/** One film for each category. It names no title. */
export const sharedFilms: DemoFilm[] = [
  {
    slug: 'drama',
    seconds: 60,
    height: 720,
    drift: 'sparks',
    lines: [
      ['어떤 이야기는 편지 한 통에서 시작되고,', 'Some stories begin with a letter,'],
      ['어떤 이야기는 잘못 누른 초인종에서 시작된다.', 'and some begin with the wrong doorbell.'],
      ['우리는 늘 조금 늦게 도착하고,', 'We always arrive a little late'],
      ['조금 일찍 떠난다.', 'and leave a little too soon.'],
      ['하지 못한 말은 계절이 바뀌어도 남는다.', 'The words we never said outlast the season.'],
      ['“왜 이제야 말해?”', '“Why are you only telling me now?”'],
      ['“지금이 아니면 못 할 것 같아서.”', '“Because if I don’t say it now, I never will.”'],
      ['밤이 깊을수록 창문은 하나씩 밝아진다.', 'The later it gets, the more windows light up.'],
      ['그 창문마다 이야기가 한 편씩 산다.', 'Behind each of them lives a story.'],
      ['다음 이야기는 당신의 창문에서.', 'The next one is at your window.'],
    ],
  },
  {
    slug: 'film',
    seconds: 60,
    height: 720,
    drift: 'snow',
    lines: [
      ['불이 꺼지고, 첫 장면이 열린다.', 'The lights go down. The first scene opens.'],
      ['두 시간 동안 우리는 다른 사람이 된다.', 'For two hours, we become someone else:'],
      ['쫓는 사람이 되고, 숨는 사람이 되고,', 'the one who chases, the one who hides,'],
      ['한 번도 가 보지 못한 도시에 산다.', 'someone who lives in a city we have never seen.'],
      ['“뒤돌아보지 마.”', '“Don’t look back.”'],
      ['그 말을 듣고 돌아보지 않은 주인공은 없다.', 'No hero has ever listened to that.'],
      ['비는 꼭 중요한 순간에 내리고,', 'It always rains at the moment that matters,'],
      ['기차는 꼭 한 걸음 먼저 떠난다.', 'and the train always leaves one step too soon.'],
      ['그래도 우리는 끝까지 자리를 지킨다.', 'Still, we stay in our seats to the end,'],
      ['마지막 장면은 아직 아무도 모르니까.', 'because no one knows the last scene yet.'],
    ],
  },
  {
    slug: 'documentary',
    seconds: 60,
    height: 720,
    drift: 'snow',
    lines: [
      ['오래 바라보아야 보이는 것들이 있습니다.', 'Some things appear only when you look for a long time.'],
      ['산은 하루에 한 번도 같은 색인 적이 없습니다.', 'A mountain is never the same color twice in a day.'],
      ['눈이 내리면 발자국만이 지도가 됩니다.', 'When it snows, footprints are the only map.'],
      ['어떤 손은 평생 한 가지만 만들어 왔습니다.', 'Some hands have made one thing all their lives.'],
      ['“오십 년 하니까 조금 알겠어요.”', '“After fifty years, I’m starting to understand it a little.”'],
      ['기록은 잊지 않으려는 마음에서 시작됩니다.', 'A record begins with the wish not to forget.'],
      ['낡은 사진, 접힌 편지, 지워진 간판.', 'An old photograph, a folded letter, a faded sign.'],
      ['그 안에서 우리는 누군가의 하루를 읽습니다.', 'In them, we read one day of a life.'],
      ['카메라가 할 수 있는 일은 기다리는 것뿐.', 'All a camera can do is wait.'],
      ['기다리면 세상이 먼저 말을 겁니다.', 'Wait long enough, and the world speaks first.'],
    ],
  },
  {
    slug: 'variety',
    seconds: 60,
    height: 720,
    drift: 'petals',
    lines: [
      ['자, 오늘의 규칙을 알려 드릴게요.', 'All right, here are today’s rules.'],
      ['먼저 웃는 사람이 설거지를 합니다.', 'Whoever laughs first does the dishes.'],
      ['“저 아직 안 웃었어요!” “지금 웃잖아요.”', '“I haven’t laughed yet!” “You’re laughing now.”'],
      ['지도는 접고, 휴대폰은 상자 안에.', 'Fold up the map. Phones in the box.'],
      ['길을 잃으면 그때부터가 진짜 방송이에요.', 'The real show starts when we get lost.'],
      ['문제! 냉장고에서 제일 늦게 상하는 것은?', 'Question one: what lasts longest in the fridge?'],
      ['“자존심이요!” 틀렸지만 점수 드릴게요.', '“My pride!” Wrong, but you get the point.'],
      ['밥때가 되면 승부는 잠시 쉬어요.', 'When it’s time to eat, the contest takes a break.'],
      ['같이 먹으면 진 사람 밥도 맛있으니까요.', 'Eat together, and even the loser’s rice tastes good.'],
      ['그래서, 설거지는 누가 하죠?', 'So, who’s doing the dishes?'],
    ],
  },
  {
    slug: 'kids',
    seconds: 60,
    height: 720,
    drift: 'petals',
    lines: [
      ['다 모였니? 그럼 이야기를 시작할게.', 'Is everybody here? Then let’s begin.'],
      ['아주아주 작은 씨앗이 하나 있었어.', 'Once there was a teeny-tiny seed.'],
      ['씨앗이 물었지. “나는 커서 뭐가 될까?”', 'The seed asked, “What will I be when I grow up?”'],
      ['달님이 말했어. “천천히 자라도 괜찮아.”', 'The moon said, “You can take your time.”'],
      ['비가 똑똑, 바람이 살랑살랑.', 'Drip, drip went the rain. Swish, swish went the wind.'],
      ['하나, 둘, 셋! 초록 싹이 쏘옥!', 'One, two, three! Up popped a little green sprout!'],
      ['우리 같이 손뼉 칠까? 짝짝짝!', 'Shall we clap together? Clap, clap, clap!'],
      [
        '싹은 나무가 되어 친구들에게 그늘을 주었어.',
        'The sprout became a tree and gave shade to all its friends.',
      ],
      ['너는 오늘 얼마큼 자랐니?', 'And how much did you grow today?'],
      ['내일 또 만나자. 안녕!', 'See you tomorrow. Bye-bye!'],
    ],
  },
  {
    slug: 'music-food',
    seconds: 60,
    height: 720,
    drift: 'sparks',
    lines: [
      [
        '물 끓는 소리는 노래의 첫 박자와 닮았습니다.',
        'Water coming to a boil sounds like the first beat of a song.',
      ],
      ['도마 위에서는 파가 장단을 맞추고,', 'On the board, the scallions keep time,'],
      ['기름은 치익, 하고 끼어듭니다.', 'and the oil comes in with a hiss.'],
      ['“간은 어때요?” “한 소절만 더요.”', '“How’s the seasoning?” “One more measure.”'],
      ['골목 끝에서 누군가 기타 줄을 맞춥니다.', 'At the end of the alley, someone is tuning a guitar.'],
      [
        '♪ 오늘 하루도 애썼다고 국물이 먼저 말하네 ♪',
        '♪ You made it through the day, the broth says first ♪',
      ],
      ['♪ 식기 전에 어서 와요 ♪', '♪ Come in before it gets cold ♪'],
      ['숟가락을 들면 노래도 잠시 쉽니다.', 'When the spoons go up, the song takes a rest.'],
      ['배가 부르면 귀가 열리니까요.', 'A full stomach opens the ears.'],
      ['한 그릇 더, 그리고 한 곡 더.', 'One more bowl, and one more song.'],
    ],
  },
];
