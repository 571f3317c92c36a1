/** The demo's examples of tax rates, and its coupons; loaded once. */
import type { Context } from '../src/server/context.ts';
import { coupons, taxRates } from '../src/server/modules/billing/billing.tables.ts';
import { demoCoupons, demoTaxNotes, demoTaxRates } from './catalogue/taxes.ts';
import { isLoaded, setLoaded } from './parts.ts';

/** Loads them all or none. */
export async function loadDemoTaxes(context: Context): Promise<void> {
  if (await isLoaded(context.db, 'taxes')) return;
  await context.db.transaction(async (tx) => {
    await tx.insert(taxRates).values(
      demoTaxRates.flatMap((own) =>
        (['plan', 'once'] as const).map((kind) => ({
          ...own,
          kind,
          startsOn: '2024-01-01',
          notes: demoTaxNotes,
        })),
      ),
    );
    await tx.insert(coupons).values(demoCoupons);
    await setLoaded(tx, 'taxes');
  });
}
