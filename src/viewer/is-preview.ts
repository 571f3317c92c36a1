/** Whether this is a preview, whose address says the language. What this browser remembers stays as it is. */
export const isPreview = typeof window !== 'undefined' && window.location.pathname.startsWith('/preview/');
