/** Languages of tracks. Containers use codes of three letters (ISO 639-2), manifests the shortest code (BCP 47). */

/** The BCP 47 code of a container's language; null if there is none or it is not valid. */
export function toBcp47(language: string | null): string | null {
  if (language === null) return null;
  try {
    return Intl.getCanonicalLocales(language)[0] ?? null;
  } catch {
    return null;
  }
}
