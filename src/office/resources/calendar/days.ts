/** Days and months as texts, `YYYY-MM-DD` and `YYYY-MM`. */

export const monthOf = (day: string): string => day.slice(0, 7);

/** Whether a text is a month that a calendar has. */
export const isMonth = (text: string): boolean => /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text);

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The month so many months later. */
export function nextMonth(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}

/** The days of the weeks that a month lies in, from Sunday to Saturday. */
export function daysOfWeeks(month: string): string[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const start = addDays(`${month}-01`, -first.getUTCDay());
  const last = addDays(`${nextMonth(month, 1)}-01`, -1);
  const days: string[] = [];
  for (let day = start; day <= last || days.length % 7 !== 0; day = addDays(day, 1)) days.push(day);
  return days;
}
