import { createContext, useContext } from 'react';

/** Whether the fields around are only shown: one declaration of a form serves reading and writing. */
export const ReadOnlyContext = createContext(false);
export const useReadOnly = () => useContext(ReadOnlyContext);
