/** A name for a device that its owner knows it by, from what its browser says of itself. */

/** The first that fits; a browser often names those before it, too. */
const browsers: [RegExp, string][] = [
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
const systems: [RegExp, string][] = [
  [/Web0S|WebOS|NetCast/, 'LG TV'],
  [/Tizen.*TV|SMART-TV|SmartTV/, 'Samsung TV'],
  [/AppleTV|tvOS/, 'Apple TV'],
  [/AFT[A-Z]|Fire TV/, 'Fire TV'],
  [/Android.*(?:TV|BRAVIA|GoogleTV)/, 'Android TV'],
  [/CrKey/, 'Chromecast'],
  [/Roku/, 'Roku'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

/** "Chrome · Windows"; what is not known is left out, and nothing known is the empty text. */
export function deviceName(userAgent: string): string {
  // A header may be many times longer than any browser's: the patterns read no further than a real one goes.
  const text = userAgent.slice(0, 400);
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(' · ');
}
