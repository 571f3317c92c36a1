import { createContext } from 'react';

/** Every menu of the office in its usual order, for parts that the menus themselves are made of. */
export const OfficeMenus = createContext<readonly string[]>([]);
