/** The result of a social login, from the fragment of the address, which no server receives. It is removed from the address. */
export function takeCallbackResult(): { code?: string; failed?: string } {
  const said = new URLSearchParams(window.location.hash.slice(1));
  if (window.location.hash) {
    // `replaceState` instead of the router, which would render the page again.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }
  return { code: said.get('code') ?? undefined, failed: said.get('failed') ?? undefined };
}
