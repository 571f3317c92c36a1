/** A step's job in the queue. */
import type { IngestStepName } from '../../../../contract/admin/ingest.ts';
import type { Queryable } from '../../../db/client.ts';
import { enqueue } from '../../../jobs/queue.ts';
import type { AssetRow } from '../ingest.repo.ts';

export const stepJobName = 'ingest_step';

export interface StepPayload {
  assetId: string;
  step: IngestStepName;
}

/**
 * Enqueues a step in the caller's transaction. It is due at the time its asset was uploaded, and so before the steps of assets
 * that came later: the first of many is ready first.
 */
export async function enqueueStep(
  tx: Queryable,
  asset: Pick<AssetRow, 'id' | 'createdAt'>,
  step: IngestStepName,
  runAt: Date = asset.createdAt,
): Promise<void> {
  const payload: StepPayload = { assetId: asset.id, step };
  await enqueue(tx, { name: stepJobName }, payload, { key: `ingest:${asset.id}:${step}`, runAt });
}
