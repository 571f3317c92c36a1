/** The attributes of an HLS tag's list, without quotes. */
export function attributesOf(line: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of line.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g)) {
    found.set(name, quoted ?? plain ?? '');
  }
  return found;
}
