/** Every resource of the office, in the order of the menu. Who may read which is the role's matter. */
import type { ResourceProps } from 'react-admin';
import type { StaffModule } from '../contract/admin/permissions.ts';
import { moduleOf } from './names.ts';
import { assets } from './resources/assets/index.tsx';
import { cannedAnswers } from './resources/canned-answers/index.tsx';
import { categories } from './resources/categories/index.tsx';
import { customers } from './resources/customers/index.tsx';
import { events } from './resources/events/index.tsx';
import { genres } from './resources/genres/index.tsx';
import { inquiries } from './resources/inquiries/index.tsx';
import { mail } from './resources/mail/index.tsx';
import { people } from './resources/people/index.tsx';
import { programmes } from './resources/programmes/index.tsx';
import { roles } from './resources/roles/index.tsx';
import { staff } from './resources/staff/index.tsx';

export const officeResources: ResourceProps[] = [
  programmes,
  assets,
  people,
  categories,
  genres,
  customers,
  inquiries,
  cannedAnswers,
  staff,
  roles,
  mail,
  events,
];

const operation: StaffModule[] = ['customers', 'inquiries', 'staff', 'roles', 'mail', 'events'];

/** The menu's entries in their two groups. A module without a page yet is left out. */
export const menuGroups = [
  { title: 'menu.catalogue', resources: officeResources.filter(({ name }) => !isOperation(name)) },
  { title: 'menu.people', resources: officeResources.filter(({ name }) => isOperation(name)) },
] as const;

function isOperation(name: string): boolean {
  return operation.includes(moduleOf(name));
}
