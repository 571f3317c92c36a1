/** Keeps a fact in a cookie of the whole site, which the server reads when it renders a page; `seconds`: 0 deletes it. */
export function rememberInCookie(name: string, value: string, seconds = 31_536_000): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API sets later, after the reload that often follows, and is not on pages without HTTPS
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
}
