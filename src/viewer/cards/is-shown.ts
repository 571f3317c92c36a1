/** What partners call a video that they have withdrawn; it is never shown in a list. */
const withdrawn = 'Private video';

/** Whether a list shows this title. */
export const isShown = ({ title }: { title: string }): boolean => title !== withdrawn;
