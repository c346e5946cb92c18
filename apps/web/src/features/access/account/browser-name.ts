const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\bFxiOS\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** "Firefox 140, Linux" of a User-Agent header; null when it names no browser that is known. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = browsers
    .map(([pattern, name]) => ({ name, version: pattern.exec(userAgent)?.[1] }))
    .find(({ version }) => version !== undefined);
  if (!browser) return null;
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return `${browser.name} ${browser.version}${system ? `, ${system}` : ''}`;
}
