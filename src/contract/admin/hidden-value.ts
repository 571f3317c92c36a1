/** What stands in the place of personal data that has not been opened. Without zod, so that the office's pages may carry it. */
export const hiddenValue = '•••';
