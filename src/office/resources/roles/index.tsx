import SecurityIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import { type HiddenFields, staffActions, staffModules } from '../../../contract/admin/permissions.ts';
import { entities } from '../../i18n/i18n-provider.ts';
import type { Fact } from '../../kit/declared-resources.ts';
import { custom, instant, number, pair } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { HiddenFieldsInput } from './hidden-fields-input.tsx';
import { MenusInput } from './menus-input.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';

type Granted = Partial<Record<string, string[]>>;

/** Permissions of a role, one line for each module. */
const grantedLines: Fact['log'] = (value, { locale, text }) =>
  Object.entries(staffModules).map(([name, title]) => {
    const granted = staffActions.filter((action) => (value as Granted)[name]?.includes(action));
    if (granted.length === 0) return null;
    return (
      <div key={name}>
        {title[locale]}: {granted.map((action) => text(`roles.${action}`)).join(' · ')}
      </div>
    );
  });

/** Hidden fields of a role, one line for each resource. */
const hiddenLines: Fact['log'] = (value, { locale }) =>
  Object.entries(value as HiddenFields).map(([name, fields = []]) => (
    <div key={name}>
      {entities[name]?.[locale] ?? name}: {fields.join(' · ')}
    </div>
  ));

export const roles = declareResource('roles', {
  menu: { group: 'operation', place: 50 },
  icon: SecurityIcon,
  fields: [
    pair('name', { required: true, max: 60, list: true }),
    number('staff_count', { input: false, list: { sort: false } }),
    instant('created_at', { list: { from: 'sm' } }),
    custom('permissions', { input: <PermissionMatrix />, log: grantedLines }),
    custom('hidden_fields', { input: <HiddenFieldsInput />, log: hiddenLines }),
    custom('menus', { input: <MenusInput /> }),
  ],
  sort: { field: 'name_ko', order: 'ASC' },
  width: 1000,
});
