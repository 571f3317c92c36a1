import SecurityIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import {
  type FieldGroup,
  fieldGroups,
  staffActions,
  staffModules,
} from '../../../contract/admin/permissions.ts';
import { useText } from '../../i18n/i18n-provider.ts';
import type { Fact } from '../../kit/declared-resources.ts';
import { chosenColumn, custom, instant, number, pair } from '../../kit/fields.tsx';
import { declareResource } from '../../kit/resource.tsx';
import { HiddenGroupsInput } from './hidden-groups-input.tsx';
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

/** Hidden groups of a role. */
const hiddenLine: Fact['log'] = (value, { text }) =>
  (value as FieldGroup[]).map((group) => text(`roles.group_${group}`)).join(' · ');

function HiddenGroups({ groups }: { groups: readonly FieldGroup[] }) {
  const text = useText();
  return <>{groups.map((group) => text(`roles.group_${group}`)).join(' · ')}</>;
}

export const roles = declareResource('roles', {
  menu: { group: 'operation', place: 50 },
  icon: SecurityIcon,
  fields: [
    pair('name', { required: true, max: 60, list: true }),
    number('staff_count', { input: false, list: { sort: false } }),
    instant('created_at', { list: { from: 'sm' } }),
    custom('permissions', { input: <PermissionMatrix />, log: grantedLines }),
    custom('hidden_groups', {
      input: <HiddenGroupsInput />,
      column: {
        ...chosenColumn,
        cell: ({ hidden_groups }) => <HiddenGroups groups={hidden_groups} />,
        exported: {
          values: ({ text }) =>
            Object.fromEntries(fieldGroups.map((group) => [group, text(`roles.group_${group}`)])),
        },
      },
      ask: {
        kind: 'choice',
        choices: fieldGroups.map((group) => ({ id: group, text: `roles.group_${group}` as const })),
      },
      log: hiddenLine,
    }),
    custom('menus', { input: <MenusInput /> }),
  ],
  sort: { field: 'name_ko', order: 'ASC' },
  width: 1000,
});
