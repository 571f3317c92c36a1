/** Languages of tracks. Containers use codes of three letters (ISO 639-2), manifests the shortest code (BCP 47). */

/** The shortest BCP 47 code of a container's language; null if there is none or it is not valid. */
export function toBcp47(language: string | null): string | null {
  if (language === null) return null;
  try {
    // `en-US` and `ko-KR` are what `en` and `ko` mean without a region.
    return new Intl.Locale(language).minimize().baseName;
  } catch {
    return null;
  }
}
