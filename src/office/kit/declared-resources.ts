/** The declarations of all resources of the office by name, for the parts that resources are made of. */
import { createContext, type ReactNode } from 'react';
import type { StaffModule } from '../../contract/admin/permissions.ts';
import type { Locale } from '../../contract/errors.ts';
import type { Text } from '../i18n/i18n-provider.ts';
import type { Pair } from '../i18n/texts.ts';

/** One field on the wire. */
export interface Fact {
  /** Its label, if `fieldNames` has none or another one. */
  label?: Pair;
  /** How the event log shows a value. Without it, or if it returns undefined, the value is shown by its type. */
  log?: (value: unknown, tools: { locale: Locale; text: Text }) => ReactNode;
  /** The field that shows the thing that this field names, such as the picture of an id. The two are hidden together. */
  shown?: string;
}
export type Facts = Record<string, Fact>;

/** Returns the path of the viewer's page that shows a record, or undefined if no page shows it. */
export type SeenAt = (record: never) => string | undefined;

/** The declaration of a resource, also of one that is edited within the page of another. */
export interface Declared {
  name: string;
  /** The module whose permissions count, if it is not named like the resource. */
  module?: StaffModule;
  /** Its name, if it differs from the name of its module. */
  title?: Pair;
  facts: Facts;
  seenAt?: SeenAt;
}

export const DeclaredResources = createContext<Partial<Record<string, Declared>>>({});
