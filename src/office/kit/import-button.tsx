import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { useQuery } from '@tanstack/react-query';
import { Button, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import { api } from '../api.ts';

/** The resources that the member of staff may import. */
export const useImportable = () =>
  useQuery({
    queryKey: ['importable'],
    queryFn: async () => (await api('GET /api/admin/importable')).data,
    staleTime: 60_000,
  });

/** Leads to importing a file of the list's records, where that is possible and permitted. */
export function ImportButton() {
  const resource = useResourceContext() ?? '';
  const { data } = useImportable();
  if (!data?.includes(resource)) return null;
  return (
    <Button component={Link} to={`/imports/create?resource=${resource}`} label="office.import.button">
      <UploadIcon />
    </Button>
  );
}
