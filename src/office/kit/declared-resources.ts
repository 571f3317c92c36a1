import { createContext } from 'react';
import type { Declared } from './resource.tsx';

/** What every resource of the office declares, by its name: for parts that the resources themselves are made of. */
export const DeclaredResources = createContext<Partial<Record<string, Declared>>>({});
