/** What came back with the browser: the part of the address that no server sees, taken out of it at once. */
export function takeCallbackResult(): { code?: string; failed?: string } {
  const said = new URLSearchParams(window.location.hash.slice(1));
  if (window.location.hash) {
    // The router would render the page again.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }
  return { code: said.get('code') ?? undefined, failed: said.get('failed') ?? undefined };
}
