/** Derives a device's name, as its owner knows it, from what its browser sends. */

type Names = [RegExp, string][];

/** The first that matches; a browser often names the earlier ones, too. */
const browsers: Names = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Whale\//, 'Whale'],
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(/, 'NAVER'],
  [/EdgA?\/|EdgiOS\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const televisions: Names = [
  [/Web0S|WebOS|NetCast/, 'LG TV'],
  [/Tizen.*TV|SMART-TV|SmartTV/, 'Samsung TV'],
  [/AppleTV|tvOS/, 'Apple TV'],
  [/AFT[A-Z]|Fire TV/, 'Fire TV'],
  [/Android.*(?:TV|BRAVIA|GoogleTV)/, 'Android TV'],
  [/CrKey/, 'Chromecast'],
  [/Roku/, 'Roku'],
];
const systems: Names = [
  ...televisions,
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

// A header may be many times longer than any browser's: the patterns read no further than a real one goes.
const find = (names: Names, userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent.slice(0, 400)))?.[1];

/** "Chrome · Windows"; what is not known is left out, and nothing known is the empty text. */
export const deviceName = (userAgent: string): string =>
  [find(browsers, userAgent), find(systems, userAgent)].filter(Boolean).join(' · ');

/** "Chrome · LG TV", and "Chrome · TV" of a set-top box that only says which system it is built on. */
export const televisionName = (userAgent: string): string =>
  [find(browsers, userAgent), find(televisions, userAgent) ?? 'TV'].filter(Boolean).join(' · ');
