import { createContext } from 'react';
import type { TextKey } from '../i18n/texts.ts';

/** Every menu of the office in its usual order with the title of its usual group, for parts that the menus themselves are made of. */
export const OfficeMenus = createContext<ReadonlyMap<string, TextKey>>(new Map());
