/** Instants and days of the calendar that the database has, too: it knows no year 0, and the driver writes no year of five digits. */
import { z } from 'zod';

const first = Date.parse('0001-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant with its offset, ISO 8601. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) >= first && Date.parse(text) <= last);

/** A day, `YYYY-MM-DD`. */
export const day = z.iso.date().refine((date) => date >= '0001-01-01');
