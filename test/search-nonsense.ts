/** Queries that mean no title, person or episode of the demo catalogue, in both scripts. */
const latin = `zzzz vvvvv qwerty asdfgh hjkl xxxx qqqq wwww aaaa bbbbb kkkkkk zxcvbn poiuyt lkjhg mnbvcx qazwsx fghfgh xyzzy frobnitz
  glorptang`;
const hangul = `없는말없는말 ㅁㄴㅇㄹ ㅋㅋㅋㅋㅋ 뷁뷁 꿿뷁 쀍쀏 아아아아아 퉤퉷 흐긹 뚫훑뚫훑 쿄쿄쿄 ㅁㄴㅇㄹㅎ ㅂㅈㄷㄱ 뿅뿅뾱 쌰쌰쌰쌰 넹뉑넹뉑
  뭵뭵 츄츄릅츄 휑휑휑휑 꽥꽯꽥`;

export const nonsenseQueries: string[] = [latin, hangul].flatMap((text) => text.split(/\s+/));
