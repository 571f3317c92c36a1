import { type DeclaredReport, reportList } from '../../contract/admin/reports.ts';
import { useOfficeLocale, useText } from '../i18n/i18n-provider.ts';
import { useIdentity } from '../kit/access.ts';
import { menuGroups, moduleOf } from '../menu.ts';
import { groupMenus, type MenuGroup } from '../menu-order.ts';
import { useReportMenus } from '../reports/use-report.ts';

interface OfficeMenuGroup extends MenuGroup {
  items: (MenuGroup['items'][number] & {
    /** What the menu leads to, when that is a report. */
    report: DeclaredReport | undefined;
  })[];
}

/** The menus that the signed-in person may open, reports among them, as their role has them. */
export function useMenus(): OfficeMenuGroup[] {
  const text = useText();
  const locale = useOfficeLocale();
  const { data: me } = useIdentity();
  const reports = new Map(useReportMenus().map((report) => [reportList(report.name), report]));
  const readable = menuGroups.flatMap(({ title, resources }) =>
    resources
      .filter(({ name }) => me?.permissions[moduleOf(name)]?.includes('read'))
      .map(({ name }) => ({ resource: name, group: text(title) })),
  );
  const all = [
    ...readable,
    ...[...reports.keys()].map((resource) => ({ resource, group: text('menu.reports') })),
  ];
  return groupMenus(all, me?.menus ?? [], locale).map(({ title, items }) => ({
    title,
    items: items.map((item) => ({ ...item, report: reports.get(item.resource) })),
  }));
}
