/** The job that removes a deleted asset's files, as the service enqueues it. */
export const removeFilesJobName = 'ingest_remove_files';

export interface RemoveFilesPayload {
  assetId: string;
  masterKey: string;
}
